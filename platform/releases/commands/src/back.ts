#!/usr/bin/env node
import { runForApp, type StoreOptions, storeCommand } from './command.ts';
import { goBack } from './go-back.ts';
import { openStore, printStatuses } from './open-release-store.ts';

const command = storeCommand(
  'back',
  'Ends the canary of an app; without one, goes back and withdraws the release that is left.',
)
  .argument('<app>')
  .argument('[version]', 'by default the first fallback')
  .option('--why <reason>', 'why the release is withdrawn')
  .action(
    async (app: string, version: string | undefined, options: StoreOptions & { why?: string }) => {
      const store = await openStore(options);
      await goBack(app, store, version, options.why);
      await printStatuses(store, [app]);
    },
  );

await runForApp(command);
