#!/usr/bin/env node
import { freezeApp } from '@kargo/delivery/change-record';
import { runForApp, type StoreOptions, storeCommand } from './command.ts';
import { openStore } from './open-release-store.ts';

const command = storeCommand('freeze', 'Lets nobody release an app until "unfreeze".')
  .argument('<app>')
  .argument('<why...>')
  .action(async (app: string, why: string[], options: StoreOptions) => {
    const reason = why.join(' ');
    await freezeApp(await openStore(options), app, reason);
    console.log(`${app} is frozen: ${reason}.`);
  });

await runForApp(command);
