#!/usr/bin/env node
import { removeApp } from '@kargo/delivery/change-record';
import { Option } from 'commander';
import { runForApp } from './command.ts';
import { openStore } from './open-release-store.ts';
import { type PublishOptions, publishChosen, publishCommand } from './publish-chosen.ts';

const command = publishCommand('release', 'Builds, judges and publishes apps, in one step.')
  .argument('<apps...>')
  .addOption(
    new Option('--remove', 'take a remote out of the site instead').conflicts(['from', 'to']),
  )
  .action((apps: string[], { remove, ...options }: PublishOptions & { remove?: boolean }) =>
    remove ? removeApps(apps, options) : publishChosen(apps, options),
  );

await runForApp(command);

async function removeApps(apps: readonly string[], options: PublishOptions): Promise<void> {
  const on = await openStore(options);
  for (const app of apps) {
    const { generation } = await removeApp(on, app);
    console.log(`${app} is not part of the site any more (log entry ${generation}).`);
  }
}
