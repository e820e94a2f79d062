import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type AppStatus, appStatuses } from '@kargo/delivery/app-status';
import type { KeyedStore } from '@kargo/delivery/keys';
import { type LogState, readLog } from '@kargo/release-log/log/read-log';
import { servedApps } from '@kargo/release-log/log/served-releases';
import {
  isBucket,
  openReleaseStore,
  openStoreToWrite,
} from '@kargo/release-log/stores/open-release-store';
import { asCliError, CliError } from './cli-error.ts';
import type { StoreOptions } from './command.ts';
import { findKeys } from './find-keys.ts';
import { readSettings, releasesFolder, root, type Settings } from './settings.ts';

/** A command's store, and its log when the command began. */
export type OpenedStore = KeyedStore & { state: LogState };

/**
 * Opens a command's release store, prints where it is, and reads its log. Throws a CliError when
 * there is none and `create` is not set, or when it cannot be opened.
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
      `There is no release store ${place}: name the site's store with --releases <folder> or RELEASES, or create one with "pnpm release <app> --create".`,
    );
  }
  console.log(`Release store ${place}`);
  const keys = await findKeys(settings, releases);
  const opening = isReader ? openReleaseStore(place) : openStoreToWrite(place, keys.key?.apps);
  const store = await opening.catch(asCliError);
  const { state, problems } = await readLog(store, keys.publishers).catch(asCliError);
  for (const problem of problems) console.warn(problem);
  return { store, keys, state };
}

function placeOf(releases: string | undefined, settings: Settings): string {
  if (!releases) return releasesFolder(settings);
  return isBucket(releases) ? releases : resolve(root, releases);
}

/** Prints these apps, one line each. Throws a CliError when a current release is damaged. */
export async function printStatuses(on: KeyedStore, apps: readonly string[]): Promise<void> {
  const { state } = await readLog(on.store, on.keys.publishers);
  // A release of the shell may leave a remote with nothing to go back to.
  const isChosen = (app: string) => apps.includes(app) || apps.includes('shell');
  for (const status of await appStatuses(on, state, servedApps(state).filter(isChosen))) {
    const { app, current, noWayBack, problems } = status;
    const { number } = state.records.get(app)?.record ?? {};
    if (apps.includes(app)) console.log(`${inWords(status)} (record ${number}).`);
    if (noWayBack.length > 0)
      console.log(`There is no way back from ${app} ${current}: ${noWayBack.join('\n')}`);
    if (!apps.includes(app) || problems.length === 0) continue;
    const wayOut = `Raise its version and release it again, or go back: "pnpm back ${app}".`;
    throw new CliError([...problems, wayOut].join('\n'));
  }
}

function inWords({ app, current, fallbacks, canary }: AppStatus): string {
  const others = `fallbacks: ${fallbacks.join(', ') || 'none'}`;
  const few = canary ? `; ${canary.percent} % of visitors get ${canary.version}` : '';
  const ahead = canary?.ahead ? `, ${canary.ahead}` : '';
  return `${app} ${current} is current; ${others}${few}${ahead}`;
}
