#!/usr/bin/env node
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { apps } from '@kargo/commands/apps';
import { runCommand } from '@kargo/commands/cli-error';
import { findKeys } from '@kargo/commands/find-keys';
import { progress, step } from '@kargo/commands/progress';
import { releaseChangedApps } from '@kargo/commands/release-changed-apps';
import { readSettings, releasesFolder } from '@kargo/commands/settings';
import { Supervisor } from '@kargo/commands/supervisor';
import { openReleaseStore } from '@kargo/release-log/stores/open-release-store';

/** `pnpm build` builds the apps that changed and publishes them to the data folder. */
async function build(): Promise<void> {
  const settings = readSettings(process.env);
  const supervisor = new Supervisor(join(settings.dataFolder, 'logs'));
  const releases = releasesFolder(settings);
  const keys = await findKeys(settings);
  const store = await openReleaseStore(releases);
  await releaseChangedApps({ apps, store, keys, supervisor });
  progress(`All releases are current in ${releases}`);
}

await runCommand(() => {
  // Refuses parameters.
  parseArgs();
  return step('', build);
}, 'Usage: pnpm build    builds what changed, and makes it current in the store of this machine');
