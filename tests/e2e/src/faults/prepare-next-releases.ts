import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { servedApps } from '@kargo/release-log/log/served-releases';
import { siteReleases } from '../support/site.ts';
import { buildNextRelease, type Edits } from './next-release.ts';
import { inFolder, nextReleases, nextTexts } from './next-releases.ts';
import { publishNextShell } from './next-shell.ts';
import { ReleasesFolder } from './releases-folder.ts';
import { type RemoteName, remotes } from './ways-in.ts';

const { title, description, question } = nextTexts;

const edits: Partial<Record<RemoteName, Edits>> = {
  marketing: {
    'src/screens.ts': (source) =>
      source
        .replace("title: 'About Kargo'", `title: '${title}'`)
        .replace(/(?<=About: \{.*?description:\s+)'[^']*'/s, `'${description}'`),
    'src/home/content.ts': (source) => source.replace('How can I pay?', question),
  },
};

/** Builds and publishes the next releases, unless that was done for the site's current ones already. */
export async function prepareNextReleases(): Promise<void> {
  if (await followTheCurrent()) return;
  const unfinished = `${nextReleases.folder}-unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const { storeOfRemotes, storeOfShells, build } = inFolder(unfinished);
  await publishNextShell(await ReleasesFolder.copy(siteReleases, storeOfShells));
  await Promise.all(
    remotes.map((remote) => buildNextRelease(remote, build(remote), edits[remote])),
  );
  const ofRemotes = await ReleasesFolder.copy(siteReleases, storeOfRemotes);
  await ofRemotes.publish(...remotes.map(build));
  await rm(nextReleases.folder, { recursive: true, force: true });
  await rename(unfinished, nextReleases.folder);
}

/** Whether they stand after the releases that are current on the site. */
async function followTheCurrent(): Promise<boolean> {
  const { folder, storeOfRemotes, storeOfShells } = nextReleases;
  if (!existsSync(folder)) return false;
  const site = await ReleasesFolder.at(siteReleases).log();
  const [ofRemotes, ofShells] = await Promise.all(
    [storeOfRemotes, storeOfShells].map((store) => ReleasesFolder.at(store).log()),
  );
  return servedApps(site).every((app) => {
    const next = (app === 'shell' ? ofShells : ofRemotes)?.records.get(app)?.record;
    const current = site.records.get(app)?.record.current;
    return next?.earlier[0]?.version === current?.version;
  });
}
