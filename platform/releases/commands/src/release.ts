#!/usr/bin/env node
import { Option } from 'commander';
import { runForApp } from './command.ts';
import { type PublishOptions, publishCommand } from './publish-command.ts';
import type { RolloutOptions } from './rollout-steps.ts';

interface ReleaseOptions extends PublishOptions, RolloutOptions {
  remove?: boolean;
}

const command = publishCommand('release', 'Builds, judges and publishes apps, in one step.')
  .argument('<apps...>')
  .addOption(
    new Option('--remove', 'take a remote out of the site instead').conflicts(['from', 'to']),
  )
  .option(
    '--gradually',
    'to 1, 5, 20, 100 % of visitors by itself (KARGO_ROLLOUT): the default outside this machine',
  )
  .addOption(new Option('--at-once', 'to all visitors at once').conflicts('gradually'))
  .action(async (apps: string[], { remove, ...options }: ReleaseOptions) => {
    if (remove) return removeApps(apps, options);
    const { publishChosen } = await import('./publish-chosen.ts');
    const { stepsFor } = await import('./rollout-steps.ts');
    return publishChosen(apps, options, { steps: stepsFor(apps, options) });
  });

await runForApp(command);

async function removeApps(apps: readonly string[], options: PublishOptions): Promise<void> {
  const { removeApp } = await import('@kargo/delivery/change-record');
  const { openStore } = await import('./open-release-store.ts');
  const on = await openStore(options);
  for (const app of apps) {
    const { records } = await removeApp(on, app);
    const { number } = records.get(app)?.record ?? {};
    console.log(`${app} is no longer part of the site (record ${number}).`);
  }
}
