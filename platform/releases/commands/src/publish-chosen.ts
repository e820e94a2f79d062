import { join } from 'node:path';
import { cleanStore } from '@kargo/delivery/clean';
import type { Store } from '@kargo/delivery/keys';
import { type Change, makeCurrent } from '@kargo/delivery/make-current';
import { claimedVersion, takeOver } from '@kargo/delivery/take-over';
import type { LogState } from '@kargo/release-log/log/log-state';
import { openReleaseStore } from '@kargo/release-log/stores/open-release-store';
import { releaseVersion } from '@kargo/tools/release-version';
import type { App } from '@kargo/tools/remotes';
import { type Command, Option } from 'commander';
import { namesHere, requireSources } from './apps.ts';
import { type CheckOptions, checkedCommand, smokeTestFor } from './checks.ts';
import { CliError } from './cli-error.ts';
import { compareWithApi } from './compare-with-api.ts';
import { requirePublished } from './go-back.ts';
import { refuseOlderCommit } from './older-commits.ts';
import { openStore, printStatuses } from './open-release-store.ts';
import { progress } from './progress.ts';
import { refuseAtOnce } from './refuse-at-once.ts';
import { buildApps } from './release-changed-apps.ts';
import { readSettings, siteOrigin } from './settings.ts';
import { Supervisor } from './supervisor.ts';
import { typeCheck } from './webpack.ts';

export interface PublishOptions extends CheckOptions {
  from?: string;
  to?: string;
  again?: boolean;
  anyway?: boolean;
  acceptSize?: string;
  built?: boolean;
}

/** A command that brings releases to visitors: those of the sources, or stored ones. */
export const publishCommand = (name: string, does: string): Command =>
  checkedCommand(name, does)
    .addOption(
      new Option(
        '--from <store>',
        'take over the current release of another store, byte for byte',
      ).conflicts('to'),
    )
    .option('--to <version>', 'take a published release')
    .option('--again', 'even if it was withdrawn')
    .option('--anyway', 'even if somebody else released it meanwhile')
    .option('--accept-size <why>', 'even if a screen is larger than the shell allows')
    .option('--built', 'take what "build" has left in dist/, where no key was')
    .option('--create', 'begin the store')
    .addHelpText('after', `\nThe apps of this checkout are ${namesHere}.`);

/**
 * Makes releases current, or a canary.
 *
 * @param percent percentage of visitors who get them as a canary; undefined to make them current
 */
export async function publishChosen(
  names: readonly string[],
  options: PublishOptions,
  percent?: number,
): Promise<void> {
  const change = await chooseReleases(names, options, percent === undefined ? 'current' : 'canary');
  if (Object.keys(change.versions).length > 0) await makeCurrent({ ...change, percent });
  await printStatuses(change, names);
  if (options.to === undefined) await cleanStore(change, names, process.env);
}

/**
 * Builds releases, or takes them from this store or another one, and compares them with the API.
 *
 * @param as what they will be: as a canary or in a preview, releases that are current already are included
 */
export async function chooseReleases(
  names: readonly string[],
  options: PublishOptions,
  as: 'current' | 'canary' | 'preview',
): Promise<Change> {
  const { from, to, again, anyway, acceptSize, site } = options;
  const [name = '', ...others] = names;
  if ((from ?? to) !== undefined && others.length > 0)
    throw new CliError(`--from and --to go with one app, not with ${names.join(', ')}.`);
  const apps = (from ?? to) === undefined ? names.map(requireSources) : [];
  if (site !== undefined) siteOrigin(site);
  const { state: began, ...store } = await openStore(options);
  const other = from === undefined ? undefined : await openReleaseStore(from);
  const stored = other ? await claimedVersion(other, name).catch(asCliError) : to;
  const wanted = stored === undefined ? await versionsOf(apps) : { [name]: stored };
  await refuseAtOnce(store, began, wanted, { again, isPreview: as === 'preview' });
  const change = { ...store, began, again, anyway, acceptSize };
  if (to !== undefined) {
    await requirePublished(store.store, name, to);
    // Going back must not be kept from anybody, even if a page does not render today.
    return { ...change, versions: wanted, force: true };
  }
  const versions = other
    ? { [name]: await takeOver(other, name, store).catch(asCliError) }
    : await buildChosen({ apps, ...store }, options, began, wanted, as !== 'current');
  await compareWithApi(store, versions, readSettings(process.env), options);
  return { ...change, versions, smokeTest: smokeTestFor(store, options) };
}

/** The other store has no such release, or cannot be read. */
function asCliError({ message }: Error): never {
  throw new CliError(message);
}

/**
 * Returns the versions, by app, once they are in the store.
 *
 * @param wanted those of the present sources
 */
async function buildChosen(
  on: Store & { apps: readonly App[] },
  { anyway, built: isBuilt = false, withoutBrowser = false }: PublishOptions,
  began: LogState,
  wanted: Readonly<Record<string, string>>,
  isEvery: boolean,
): Promise<Record<string, string>> {
  const { apps } = on;
  if (!anyway)
    for (const app of apps)
      await refuseOlderCommit(on, app, began, wanted[app.name] ?? '', isBuilt);
  const supervisor = new Supervisor(join(readSettings(process.env).dataFolder, 'logs'));
  if (!isBuilt) {
    progress(`Checking the types of ${apps.map(({ name }) => name).join(', ')}`);
    await Promise.all(apps.map((app) => supervisor.run(typeCheck(app))));
  }
  return buildApps({ ...on, supervisor, isTested: !withoutBrowser, isBuilt, isEvery }, began);
}

async function versionsOf(apps: readonly App[]): Promise<Record<string, string>> {
  const versions = apps.map(async ({ name, path }) => [name, await releaseVersion(path)]);
  return Object.fromEntries(await Promise.all(versions));
}
