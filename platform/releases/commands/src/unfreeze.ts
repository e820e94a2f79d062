#!/usr/bin/env node
import { runForApp, type StoreOptions, storeCommand } from './command.ts';

const command = storeCommand('unfreeze', 'Lets an app be released again.')
  .argument('<app>')
  .action(async (app: string, options: StoreOptions) => {
    const { unfreezeApp } = await import('@kargo/delivery/change-record');
    const { openStore } = await import('./open-release-store.ts');
    await unfreezeApp(await openStore(options), app);
    console.log(`${app} is no longer frozen.`);
  });

await runForApp(command);
