import { join } from 'node:path';
import { cleanStore } from '@kargo/delivery/clean';
import { keyFor, type Store } from '@kargo/delivery/keys';
import { type Change, makeCurrent } from '@kargo/delivery/make-current';
import { takeOver } from '@kargo/delivery/take-over';
import type { LogState } from '@kargo/release-log/log/log-state';
import { openReleaseStore } from '@kargo/release-log/stores/open-release-store';
import type { App } from '@kargo/tools/remotes';
import { type Command, Option } from 'commander';
import { namesHere, requireSources } from './apps.ts';
import { type CheckOptions, checkedCommand, smokeTestFor } from './checks.ts';
import { CliError } from './cli-error.ts';
import { compareWithApi } from './compare-with-api.ts';
import { requirePublished } from './go-back.ts';
import { openStore, printStatuses } from './open-release-store.ts';
import { progress } from './progress.ts';
import { buildApps, refuseOlderCommits } from './release-changed-apps.ts';
import { readSettings } from './settings.ts';
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
  const change = await chooseReleases(names, options, percent !== undefined);
  if (Object.keys(change.versions).length > 0) await makeCurrent({ ...change, percent });
  await printStatuses(change, names);
  if (options.to === undefined) await cleanStore(change, names, process.env);
}

/**
 * Builds releases, or takes them from this store or another one, and compares them with the API.
 *
 * @param isEvery whether releases that are current already are included
 */
export async function chooseReleases(
  names: readonly string[],
  options: PublishOptions,
  isEvery: boolean,
): Promise<Change> {
  const { from, to, again, anyway, acceptSize } = options;
  const isStored = from !== undefined || to !== undefined;
  const [name = '', ...others] = names;
  if (isStored && others.length > 0)
    throw new CliError(`--from and --to go with one app, not with ${names.join(', ')}.`);
  const sources = isStored ? [] : names.map(requireSources);
  const { state: began, ...store } = await openStore(options);
  const change = { ...store, began, again, anyway, acceptSize };
  if (to !== undefined) {
    await requirePublished(store.store, name, to);
    // Going back must not be kept from anybody, even if a page does not render today.
    return { ...change, versions: { [name]: to }, force: true };
  }
  const versions =
    from === undefined
      ? await buildChosen(sources, store, options, began, isEvery)
      : { [name]: await takeFrom(from, name, store) };
  await compareWithApi(store, versions, readSettings(process.env), options);
  return { ...change, versions, smokeTest: smokeTestFor(store, options) };
}

/** @throws {CliError} when the other store has no such release, or cannot be read */
async function takeFrom(from: string, name: string, store: Store): Promise<string> {
  return takeOver(await openReleaseStore(from), name, store).catch((error: Error) => {
    throw new CliError(error.message);
  });
}

/** Returns the versions, by app, once they are in the store. */
async function buildChosen(
  apps: readonly App[],
  { store, keys }: Store,
  { anyway, built: isBuilt = false, withoutBrowser = false }: PublishOptions,
  began: LogState,
  isEvery: boolean,
): Promise<Record<string, string>> {
  // Before anything takes long.
  for (const { name } of apps) keyFor(name, keys);
  const supervisor = new Supervisor(join(readSettings(process.env).dataFolder, 'logs'));
  if (!isBuilt) {
    progress(`Checking the types of ${apps.map(({ name }) => name).join(', ')}`);
    await Promise.all(apps.map((app) => supervisor.run(typeCheck(app))));
  }
  const sources = { apps, store, keys, supervisor, isTested: !withoutBrowser, isBuilt, isEvery };
  const versions = await buildApps(sources, began);
  if (!anyway) await refuseOlderCommits(sources, versions);
  return versions;
}
