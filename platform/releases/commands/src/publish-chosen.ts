import { join, resolve } from 'node:path';
import { releaseVersion } from '@kargo/build/release-version';
import type { App } from '@kargo/build/remotes';
import { cleanStore } from '@kargo/delivery/clean';
import { floorsOf } from '@kargo/delivery/floors';
import type { KeyedStore } from '@kargo/delivery/keys';
import { type Change, makeCurrent } from '@kargo/delivery/make-current';
import { remarksOn } from '@kargo/delivery/remarks-on';
import { readBuild, storeBuild } from '@kargo/delivery/store-build';
import { claimedVersion, takeOver } from '@kargo/delivery/take-over';
import { emptyState, type LogState } from '@kargo/release-log/log/read-log';
import { currentVersion } from '@kargo/release-log/log/served-releases';
import { openReleaseStore } from '@kargo/release-log/stores/open-release-store';
import { requireSources } from './apps.ts';
import { smokeTestFor } from './checks.ts';
import { asCliError, CliError } from './cli-error.ts';
import { compareWithApi } from './compare-with-api.ts';
import { requirePublished } from './go-back.ts';
import { refuseOlderCommit } from './older-commits.ts';
import { openStore, printStatuses } from './open-release-store.ts';
import { progress, step } from './progress.ts';
import type { PublishOptions } from './publish-command.ts';
import { refuseAtOnce } from './refuse-at-once.ts';
import { buildApps } from './release-changed-apps.ts';
import { readSettings, root, siteOrigin } from './settings.ts';
import { Supervisor } from './supervisor.ts';
import { typeCheck } from './webpack.ts';

/**
 * Makes releases current, or a canary.
 *
 * @param how the percentage of visitors who get a canary, or the steps to all visitors; by default,
 *   and always for an app's first release, they become current at once
 */
export async function publishChosen(
  names: readonly string[],
  options: PublishOptions,
  { percent, steps }: Pick<Change, 'percent' | 'steps'>,
): Promise<void> {
  const change = await chooseReleases(names, options, percent === undefined ? 'current' : 'canary');
  const isNext = Object.entries(change.versions).every(([app, version]) => {
    const current = currentVersion(change.began ?? emptyState, app);
    return current !== undefined && current !== version;
  });
  const rollout = steps && isNext ? { percent: steps[0]?.percent, steps } : { percent };
  if (Object.keys(change.versions).length > 0)
    await step(`Judging ${names.join(', ')}`, () => makeCurrent({ ...change, ...rollout }));
  await printStatuses(change, names);
  if (options.releases) console.log(await floorsOf(change));
  if (options.to === undefined) await cleanStore(change, names, process.env);
}

/**
 * Builds releases, or takes them from this store or another one, and compares them with the API.
 *
 * @param as their purpose: a canary or preview includes releases that are already current
 */
export async function chooseReleases(
  named: readonly string[],
  options: PublishOptions,
  as: 'current' | 'canary' | 'preview',
): Promise<Change> {
  const { from, to, built, again, anyway, acceptSize, site } = options;
  const folder = typeof built === 'string' ? resolve(root, built) : undefined;
  const names = [...new Set(named)];
  const [name = '', ...others] = names;
  const isOfOne = (from ?? to ?? folder) !== undefined;
  if (isOfOne && others.length > 0)
    throw new CliError(
      `--from, --to and a folder of --built take one app, not ${names.join(', ')}.`,
    );
  const apps = isOfOne ? [] : names.map(requireSources);
  if (site !== undefined) siteOrigin(site);
  const { state: began, ...store } = await openStore(options);
  const other = from === undefined ? undefined : await openReleaseStore(from);
  const stored = other
    ? await claimedVersion(other, name).catch(asCliError)
    : (to ?? (folder && (await versionIn(folder, name))));
  const wanted = stored === undefined ? await versionsOf(apps) : { [name]: stored };
  await refuseAtOnce(store, began, wanted, { again, anyway, isPreview: as === 'preview' });
  const change = { ...store, began, again, anyway, acceptSize };
  if (to !== undefined) {
    await requirePublished(store.store, name, to);
    // Going back must always work, even if a page no longer renders.
    return { ...change, versions: wanted, force: true };
  }
  const isBuilding = !other && !folder;
  const smokeTest = smokeTestFor(store, options, isBuilding ? names : undefined);
  const versions = other
    ? { [name]: await takeOver(other, name, store).catch(asCliError) }
    : folder
      ? { [name]: await takeBuild(folder, store) }
      : await buildChosen({ apps, ...store }, options, began, wanted, as !== 'current');
  await compareWithApi(store, versions, readSettings(process.env), options);
  return { ...change, versions, smokeTest };
}

/** @throws {CliError} when it is a build of another app */
async function versionIn(folder: string, name: string): Promise<string> {
  const { app, version } = await readBuild(folder);
  if (app === name) return version;
  throw new CliError(`${folder} is a build of ${app}, not of ${name}: see its kargo.json.`);
}

/** Stores a build by any bundler. */
async function takeBuild(folder: string, store: KeyedStore): Promise<string> {
  const release = await storeBuild(folder, store);
  for (const remark of remarksOn(release)) progress(remark);
  return release.version;
}

/**
 * Returns the versions, by app, once they are in the store.
 *
 * @param wanted versions of the current sources
 */
async function buildChosen(
  on: KeyedStore & { apps: readonly App[] },
  { anyway, built, withoutBrowser = false }: PublishOptions,
  began: LogState,
  wanted: Readonly<Record<string, string>>,
  isEvery: boolean,
): Promise<Record<string, string>> {
  const { apps } = on;
  const isBuilt = built === true;
  if (!anyway)
    for (const app of apps)
      await refuseOlderCommit(on, app, began, wanted[app.name] ?? '', isBuilt);
  const supervisor = new Supervisor(join(readSettings(process.env).dataFolder, 'logs'));
  const checking =
    !isBuilt &&
    step(`Checking the types of ${apps.map(({ name }) => name).join(', ')}`, () =>
      Promise.all(apps.map((app) => supervisor.run(typeCheck(app)))),
    );
  const sources = { ...on, supervisor, isTested: !withoutBrowser, isBuilt, isEvery };
  try {
    const [versions] = await Promise.all([buildApps(sources, began), checking]);
    return versions;
  } catch (error) {
    // Other builds would keep running after the message.
    supervisor.kill();
    throw error;
  }
}

async function versionsOf(apps: readonly App[]): Promise<Record<string, string>> {
  const versions = apps.map(async ({ name, path }) => [name, await releaseVersion(path)]);
  return Object.fromEntries(await Promise.all(versions));
}
