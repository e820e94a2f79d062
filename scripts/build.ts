import { join } from 'node:path';
import { apps } from 'tools/remotes';
import { buildChangedApps } from './build-changed-apps.ts';
import { runCommand } from './complaint.ts';
import { releasesFolder } from './programs.ts';
import { progress } from './progress.ts';
import { readSettings } from './settings.ts';
import { Supervisor } from './supervisor.ts';

/** `pnpm build`: builds the apps that changed and publishes them into the data folder. */
await runCommand(async () => {
  const settings = readSettings(process.env);
  const supervisor = new Supervisor({ logFolder: join(settings.dataFolder, 'logs') });
  const releases = releasesFolder(settings);
  await buildChangedApps({ apps, releases, supervisor });
  progress(`All releases are current in ${releases}`);
});
