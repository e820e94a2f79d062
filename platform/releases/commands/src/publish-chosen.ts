import { join } from 'node:path';
import { cleanStore } from '@kargo/delivery/clean';
import { keyFor, type Store } from '@kargo/delivery/keys';
import { type Change, makeCurrent } from '@kargo/delivery/make-current';
import { takeOver } from '@kargo/delivery/take-over';
import type { LogState } from '@kargo/release-log/log/log-state';
import { openReleaseStore } from '@kargo/release-log/stores/open-release-store';
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
  if (names.length > 1 && (from ?? to) !== undefined)
    throw new CliError(`--from and --to go with one app, not with ${names.join(', ')}.`);
  if (from === undefined && to === undefined) names.forEach(requireSources);
  const { state: began, ...store } = await openStore(options);
  const versions = await versionsOf(names, store, options, began, isEvery);
  // Going back must not be kept from anybody.
  if (to === undefined) await compareWithApi(store, versions, readSettings(process.env), options);
  return {
    ...store,
    versions,
    began,
    again,
    anyway,
    acceptSize,
    smokeTest: to === undefined ? smokeTestFor(store, options) : undefined,
    // A release that was served before may come back even if a page of it does not render today.
    force: to !== undefined,
  };
}

/** Returns the versions, by app, once they are in the store. */
async function versionsOf(
  names: readonly string[],
  { store, keys }: Store,
  { from, to, anyway, built = false, withoutBrowser = false }: PublishOptions,
  began: LogState,
  isEvery: boolean,
): Promise<Record<string, string>> {
  const [name = ''] = names;
  if (to !== undefined) {
    await requirePublished(store, name, to);
    return { [name]: to };
  }
  if (from !== undefined)
    return { [name]: await takeOver(await openReleaseStore(from), name, { store, keys }) };
  const chosen = names.map(requireSources);
  // Before anything takes long.
  for (const app of chosen) keyFor(app.name, keys);
  const supervisor = new Supervisor(join(readSettings(process.env).dataFolder, 'logs'));
  if (!built) {
    progress(`Checking the types of ${names.join(', ')}`);
    await Promise.all(chosen.map((app) => supervisor.run(typeCheck(app))));
  }
  const isTested = !withoutBrowser;
  const sources = { apps: chosen, store, keys, supervisor, isTested, isBuilt: built, isEvery };
  const versions = await buildApps(sources, began);
  if (!anyway) await refuseOlderCommits(sources, versions);
  return versions;
}
