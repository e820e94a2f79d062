import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { servedApps } from '@kargo/release-log/log/served-releases';
import type { Release } from '@kargo/shared-types/releases/release';
import { test as setup } from '@playwright/test';
import { siteReleases } from '../support/site.ts';
import { copyAsNext } from './copy-as-next.ts';
import { inFolder, nextReleases, nextTexts } from './next-releases.ts';
import { ReleasesFolder } from './releases-folder.ts';
import { remotes } from './ways-in.ts';

const { title, description, question } = nextTexts;

/** The next releases are copies of the site's current ones. */
setup('a later release of every app is built and published', async () => {
  setup.setTimeout(600_000);
  if (await followTheCurrent()) return;
  const unfinished = `${nextReleases.folder}-unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const { storeOfRemotes, storeOfShells, build } = inFolder(unfinished);
  const ofShells = await ReleasesFolder.copy(siteReleases, storeOfShells);
  const ofRemotes = await ReleasesFolder.copy(siteReleases, storeOfRemotes);
  await copyAsNext(ofRemotes, 'marketing', build('marketing'), textsOf);
  for (const remote of ['auth', 'profile'] as const)
    await copyAsNext(ofRemotes, remote, build(remote));
  await ofRemotes.publish(...remotes.map(build));
  const shell = join(unfinished, 'builds/shell');
  await copyAsNext(ofShells, 'shell', shell);
  await ofShells.publish(shell);
  await rm(nextReleases.folder, { recursive: true, force: true });
  await rename(unfinished, nextReleases.folder);
});

/** Changes texts of marketing. */
const textsOf = ({ texts }: Release): [string, string][] => [
  [texts?.About?.title ?? '', title],
  [texts?.About?.description ?? '', description],
  ['How can I pay?', question],
];

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
