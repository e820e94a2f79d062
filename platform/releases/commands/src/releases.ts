#!/usr/bin/env node
import { Option } from 'commander';
import { run, storeCommand } from './command.ts';
import type { ReleasesOptions } from './show-releases.ts';

const command = storeCommand('releases', 'Says what is current, and what stands behind it.')
  .argument('[app]')
  .addOption(
    new Option('--history', 'what was current, when and by whom').conflicts(['resign', 'clean']),
  )
  .addOption(
    new Option('--resign <key>', 'sign what is current again, in place of this key').conflicts(
      'clean',
    ),
  )
  .option('--operators <address>', "a gateway's operators' port; by default that of this machine")
  .option('--clean', 'remove what nobody needs, as after a publish')
  .action(async (name: string | undefined, options: ReleasesOptions) => {
    const { showReleases } = await import('./show-releases.ts');
    await showReleases(name, options);
  });

await run(command);
