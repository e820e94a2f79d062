import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf } from '@kargo/release-log/log/app-record';
import { currentRelease, servedApps } from '@kargo/release-log/log/served-releases';
import { type KargoFile, kargoFile } from '@kargo/shared-types/releases/kargo-file';
import { isRemote, isShell, type StoredRelease } from '@kargo/shared-types/releases/release';
import { test as setup } from '@playwright/test';
import { ReleasesFolder } from '../support/releases-folder.ts';
import { siteReleases } from '../support/site.ts';
import { inFolder, nextReleases, nextTexts } from './next-releases.ts';
import { remotes } from './ways-in.ts';

const { title, description, question } = nextTexts;

/** The next releases are copies of the site's current ones. */
setup('a later release of every app is published', async () => {
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
function textsOf(release: StoredRelease): Change[] {
  const { About } = isRemote(release) ? release.texts : {};
  return [
    [About?.title ?? '', title],
    [About?.description ?? '', description],
    ['How can I pay?', question],
  ];
}

/** Whether the next releases follow the site's current ones. */
async function followTheCurrent(): Promise<boolean> {
  const { folder, storeOfRemotes, storeOfShells } = nextReleases;
  if (!existsSync(folder)) return false;
  const site = await new ReleasesFolder(siteReleases).log();
  const [ofRemotes, ofShells] = await Promise.all(
    [storeOfRemotes, storeOfShells].map((store) => new ReleasesFolder(store).log()),
  );
  return servedApps(site).every((app) => {
    const next = (app === 'shell' ? ofShells : ofRemotes)?.records.get(app)?.record;
    const current = site.records.get(app)?.record.current;
    return next?.earlier[0]?.version === current?.version;
  });
}

type Change = [before: string, after: string];

/**
 * Copies an app's current release as a build of the next one, with another version. Building it
 * would take ten times as long.
 *
 * @param to folder for the build
 * @param changesOf further changes of texts
 */
async function copyAsNext(
  releases: ReleasesFolder,
  app: string,
  to: string,
  changesOf: (release: StoredRelease) => Change[] = () => [],
): Promise<void> {
  const current = currentRelease(await releases.log(), app)?.version ?? '';
  await cp(join(releases.path, app, current), to, {
    recursive: true,
    // Publishing compresses the files again.
    filter: (file) => !/\.(br|gz)$/.test(file),
  });
  const release = await releases.release(app, current);
  await writeFile(join(to, kargoFile), JSON.stringify(kargoOf(release)));
  const names = await readdir(to, { recursive: true });
  const texts = names.filter((name) => /\.(c?js|json|html)$/.test(name));
  // The entry has the hashes of the scripts, and the page has the entry's.
  const last = [release.entry, 'index.html'];
  const inOrder = texts.toSorted((one, other) => last.indexOf(one) - last.indexOf(other));
  const changes: Change[] = [[current, `99.0.0-${current}`], ...changesOf(release)];
  for (const name of inOrder) {
    const file = join(to, name);
    const before = await readFile(file, 'utf8');
    const after = changes.reduce((text, [old, own]) => text.replaceAll(old, own), before);
    if (after === before) continue;
    await writeFile(file, after);
    changes.push([hashOf(before), hashOf(after)]);
  }
}

/** The `kargo.json` that a release was made of. */
function kargoOf(release: StoredRelease): KargoFile {
  const { app, version, owner, commit, builtAt, samples, drivers, calls } = release;
  const named = Object.keys(calls).filter((call) => calls[call]?.sends);
  const own = isShell(release)
    ? { sharedPackages: release.sharedPackages, sharedScripts: release.sharedScripts }
    : { screens: release.texts, uses: release.uses };
  const ofApp = { app, version, owner, commit, builtAt, samples, drivers };
  return { ...ofApp, ...own, calls: named } as KargoFile;
}
