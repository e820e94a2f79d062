#!/usr/bin/env node
import { Option } from 'commander';
import { run, storeCommand } from './command.ts';
import type { ReleasesOptions } from './show-releases.ts';

const command = storeCommand('releases', 'Shows the current releases and their fallbacks.')
  .argument('[app]')
  .addOption(
    new Option('--history', 'show what was current, when, and who released it').conflicts([
      'resign',
      'clean',
    ]),
  )
  .addOption(
    new Option('--resign <key>', 'sign the current releases again, replacing this key').conflicts(
      'clean',
    ),
  )
  .option('--operators <address>', "a gateway's operators' port; by default that of this machine")
  .option('--clean', 'remove releases that nobody needs, as publishing does')
  .action(async (name: string | undefined, options: ReleasesOptions) => {
    const { showReleases } = await import('./show-releases.ts');
    await showReleases(name, options);
  });

await run(command);
