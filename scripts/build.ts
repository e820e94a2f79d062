import { join } from 'node:path';
import { openReleaseStore } from '@kargo/release-log/stores/open-release-store';
import { apps } from './site/apps.ts';
import { runCommand } from './site/cli-error.ts';
import { findKeys } from './site/find-keys.ts';
import { releasesFolder } from './site/programs.ts';
import { progress } from './site/progress.ts';
import { releaseChangedApps } from './site/release-changed-apps.ts';
import { readSettings } from './site/settings.ts';
import { Supervisor } from './site/supervisor.ts';

/** `pnpm build`: builds the apps that changed and publishes them into the data folder. */
await runCommand(async () => {
  const settings = readSettings(process.env);
  const supervisor = new Supervisor(join(settings.dataFolder, 'logs'));
  const releases = releasesFolder(settings);
  const keys = await findKeys(settings);
  const store = await openReleaseStore(releases);
  await releaseChangedApps({ apps, store, keys, supervisor });
  progress(`All releases are current in ${releases}`);
});
