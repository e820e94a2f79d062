#!/usr/bin/env node
import { canaryIn, promoteCanary } from '@kargo/delivery/canary';
import { type CheckOptions, checkedCommand, smokeTestFor } from './checks.ts';
import { runForApp } from './command.ts';
import { compareWithApi } from './compare-with-api.ts';
import { openStore, printStatuses } from './open-release-store.ts';
import { refuseAtOnce } from './refuse-at-once.ts';
import { readSettings } from './settings.ts';

const command = checkedCommand('promote', 'Makes the canary of an app current, for all visitors.')
  .argument('<app>')
  .action(async (app: string, options: CheckOptions) => {
    const { state, ...store } = await openStore(options);
    const { version } = canaryIn(state, app);
    await refuseAtOnce(store, state, { [app]: version }, {});
    await compareWithApi(store, { [app]: version }, readSettings(process.env), options);
    await promoteCanary({ ...store, smokeTest: smokeTestFor(store, options) }, app);
    await printStatuses(store, [app]);
  });

await runForApp(command);
