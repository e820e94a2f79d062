import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { servedApps } from '@kargo/release-log/log/served-releases';
import { Checkout } from '../support/checkout.ts';
import { runScript } from '../support/run-script.ts';
import { siteReleases } from '../support/site.ts';
import { copyAsNext } from './copy-as-next.ts';
import { inFolder, nextReleases, nextTexts } from './next-releases.ts';
import { ReleasesFolder } from './releases-folder.ts';
import { remotes } from './ways-in.ts';

const { title, description, question } = nextTexts;

/**
 * Publishes the next releases unless they follow the site's current ones already. Only marketing is built; the
 * others are copies.
 */
export async function prepareNextReleases(): Promise<void> {
  if (await followTheCurrent()) return;
  const unfinished = `${nextReleases.folder}-unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const { storeOfRemotes, storeOfShells, build } = inFolder(unfinished);
  const ofShells = await ReleasesFolder.copy(siteReleases, storeOfShells);
  const ofRemotes = await ReleasesFolder.copy(siteReleases, storeOfRemotes);
  await buildNextMarketing(build('marketing'));
  for (const remote of ['auth', 'profile'] as const)
    await copyAsNext(ofRemotes, remote, build(remote));
  await ofRemotes.publish(...remotes.map(build));
  const shell = join(unfinished, 'builds/shell');
  await copyAsNext(ofShells, 'shell', shell);
  await ofShells.publish(shell);
  await rm(nextReleases.folder, { recursive: true, force: true });
  await rename(unfinished, nextReleases.folder);
}

/** Builds marketing from a copy of the checkout, with a higher version and other texts. */
async function buildNextMarketing(to: string): Promise<void> {
  await using checkout = await Checkout.copy();
  const folder = 'remote-marketing';
  await checkout.edit(`${folder}/package.json`, /(?<="version": ")[^"]*/, '99.0.0');
  const screens = `${folder}/src/screens.ts`;
  await checkout.edit(screens, "title: 'About Kargo'", `title: '${title}'`);
  await checkout.edit(screens, /(?<=About: \{.*?description:\s+)'[^']*'/s, `'${description}'`);
  await checkout.edit(`${folder}/src/home/content.ts`, 'How can I pay?', question);
  const cwd = join(checkout.folder, folder);
  const webpack = join(cwd, 'node_modules/webpack-cli/bin/cli.js');
  await runScript([webpack, '--mode', 'production'], { cwd });
  await cp(join(cwd, 'dist'), to, { recursive: true });
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
