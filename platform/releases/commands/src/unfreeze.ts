#!/usr/bin/env node
import { unfreezeApp } from '@kargo/delivery/change-record';
import { runForApp, type StoreOptions, storeCommand } from './command.ts';
import { openStore } from './open-release-store.ts';

const command = storeCommand('unfreeze', 'Lets an app be released again.')
  .argument('<app>')
  .action(async (app: string, options: StoreOptions) => {
    await unfreezeApp(await openStore(options), app);
    console.log(`${app} is not frozen any more.`);
  });

await runForApp(command);
