#!/usr/bin/env node
import { Option } from 'commander';
import { runForApp } from './command.ts';
import { type PublishOptions, publishCommand } from './publish-command.ts';

const command = publishCommand('release', 'Builds, judges and publishes apps, in one step.')
  .argument('<apps...>')
  .addOption(
    new Option('--remove', 'take a remote out of the site instead').conflicts(['from', 'to']),
  )
  .action(async (apps: string[], { remove, ...options }: PublishOptions & { remove?: boolean }) => {
    if (remove) return removeApps(apps, options);
    const { publishChosen } = await import('./publish-chosen.ts');
    return publishChosen(apps, options);
  });

await runForApp(command);

async function removeApps(apps: readonly string[], options: PublishOptions): Promise<void> {
  const { removeApp } = await import('@kargo/delivery/change-record');
  const { openStore } = await import('./open-release-store.ts');
  const on = await openStore(options);
  for (const app of apps) {
    const { records } = await removeApp(on, app);
    const { number } = records.get(app)?.record ?? {};
    console.log(`${app} is not part of the site any more (record ${number}).`);
  }
}
