#!/usr/bin/env node
import { runForApp, type StoreOptions, storeCommand } from './command.ts';

const command = storeCommand('freeze', 'Lets nobody release an app until "unfreeze".')
  .argument('<app>')
  .argument('<why...>')
  .action(async (app: string, why: string[], options: StoreOptions) => {
    const { freezeApp } = await import('@kargo/delivery/change-record');
    const { openStore } = await import('./open-release-store.ts');
    const reason = why.join(' ');
    await freezeApp(await openStore(options), app, reason);
    console.log(`${app} is frozen: ${reason}.`);
  });

await runForApp(command);
