import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type AppStatus, appStatuses, noWayBack } from '@kargo/delivery/app-status';
import type { Store } from '@kargo/delivery/keys';
import { warnOfLog } from '@kargo/delivery/warn-of-log';
import type { LogState } from '@kargo/release-log/log/log-state';
import { readLog } from '@kargo/release-log/log/read-log';
import { currentVersion, servedApps } from '@kargo/release-log/log/served-releases';
import {
  isBucket,
  openReleaseStore,
  openStoreToWrite,
} from '@kargo/release-log/stores/open-release-store';
import { CliError } from './cli-error.ts';
import type { StoreOptions } from './command.ts';
import { findKeys } from './find-keys.ts';
import { readSettings, releasesFolder, root, type Settings } from './settings.ts';

/** The store that a command is about, and its log when the command began. */
export type OpenedStore = Store & { state: LogState };

/**
 * Opens the release store that a command is about, prints where it is, and reads its log. Throws a CliError when there
 * is none and `create` is not set, or it cannot be opened.
 */
export async function openStore({
  releases,
  create = false,
  isReader = false,
}: StoreOptions): Promise<OpenedStore> {
  const settings = readSettings(process.env);
  const place = placeOf(releases, settings);
  if (!create && !isBucket(place) && !existsSync(place)) {
    throw new CliError(
      `There is no release store ${place}: name that of the site with --releases <folder> or in RELEASES, or begin one with "pnpm release <app> --create".`,
    );
  }
  console.log(`Release store ${place}`);
  const open = isReader ? openReleaseStore : openStoreToWrite;
  const store = await open(place).catch((error: Error) => {
    throw new CliError(error.message);
  });
  const keys = await findKeys(settings, releases);
  const state = await warnOfLog(store, keys.publishers);
  return { store, keys, state };
}

function placeOf(releases: string | undefined, settings: Settings): string {
  if (!releases) return releasesFolder(settings);
  return isBucket(releases) ? releases : resolve(root, releases);
}

/**
 * Prints the state of these apps, in a line each. Throws a CliError when a current release is damaged, so that it
 * would be refused.
 */
export async function printStatuses(on: Store, apps: readonly string[]): Promise<void> {
  const { state } = await readLog(on.store, on.keys.publishers);
  const served = servedApps(state).filter((app) => apps.includes(app));
  for (const status of await appStatuses(on, state, served)) {
    console.log(`${inWords(status)} (log entry ${state.generation}).`);
    await printNoWayBack(on, state, status.app);
    if (status.problems.length === 0) continue;
    const wayOut = `Raise its version and release it again, or leave it: "pnpm back ${status.app}".`;
    throw new CliError([...status.problems, wayOut].join('\n'));
  }
  // A new route may be of a screen that a remote did not have before.
  const others = apps.includes('shell') ? servedApps(state) : [];
  for (const app of others) if (!served.includes(app)) await printNoWayBack(on, state, app);
}

async function printNoWayBack(on: Store, state: LogState, app: string): Promise<void> {
  const reasons = await noWayBack(on, state, app);
  if (reasons.length === 0) return;
  const current = `${app} ${currentVersion(state, app)}`;
  console.log(`There is no way back from ${current}: ${reasons.join('\n')}`);
}

function inWords({ app, current, fallbacks, canary }: AppStatus): string {
  const behind = fallbacks.join(', ') || 'nothing';
  const stands = `${behind} ${fallbacks.length > 1 ? 'stand' : 'stands'} behind it`;
  const few = canary ? `; ${canary.percent} % of visitors get ${canary.version}` : '';
  return `${app} ${current} is current, and ${stands}${few}`;
}
