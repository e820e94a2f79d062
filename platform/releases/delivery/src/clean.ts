import type { HeldRecord } from '@kargo/release-log/log/app-record';
import { recordsBackwards } from '@kargo/release-log/log/log-history';
import { readLog } from '@kargo/release-log/log/read-log';
import { fallbackReleases } from '@kargo/release-log/log/served-releases';
import { verdictsFolder } from '@kargo/release-log/rules/verdicts';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import {
  pagesFolder,
  releaseFile,
  reservedFolders,
} from '@kargo/shared-types/releases/release-addresses';
import { warn } from './judge-releases.ts';
import type { KeyedStore } from './keys.ts';
import { publishedVersions } from './read-release.ts';
import { RefusedError } from './refused-error.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Removes these apps' old verdicts, and unneeded releases with their rendered pages; prints each
 * release. Keeps the current one, the canary, possible fallbacks, the last `RELEASES_KEEP`, and
 * those published or in use in the last `RELEASES_KEEP_DAYS`.
 *
 * @returns the removed releases, as `<app> <version>`
 * @throws {RefusedError} when one of the variables is not a number
 */
export async function cleanStore(
  { store, keys }: KeyedStore,
  apps: readonly string[],
  { RELEASES_KEEP = '10', RELEASES_KEEP_DAYS = '30' }: NodeJS.ProcessEnv,
): Promise<string[]> {
  for (const [name, value] of Object.entries({ RELEASES_KEEP, RELEASES_KEEP_DAYS })) {
    if (!/^\d+$/.test(value)) throw new RefusedError(`${name} has to be a number, not "${value}".`);
  }
  const { state } = await readLog(store, keys.publishers);
  const since = Date.now() - Number(RELEASES_KEEP_DAYS) * dayMs;
  const removed: string[] = [];
  for (const folder of [...apps, ...reservedFolders]) await store.removeUnfinished?.(folder);
  for (const app of apps) {
    const held = state.records.get(app);
    // Unless all its records are there, nobody knows which releases are needed.
    const named = held && (await namedSince(store, held, since).catch(warn));
    if (!named) continue;
    const { current, next } = held.record;
    const needed = [current, next, ...fallbackReleases(state, app)].map((it) => it?.version);
    for (const { path, at } of await store.list(`${app}/${verdictsFolder}`))
      if (at <= since) await store.remove(path);
    const versions = await publishedVersions(store, app);
    for (const { version, at } of versions.slice(Number(RELEASES_KEEP))) {
      if (needed.includes(version) || named.has(version) || at > since) continue;
      await removeRelease(store, app, version);
      removed.push(`${app} ${version}`);
      console.log(`Removed ${app} ${version}.`);
    }
  }
  return removed;
}

/** Returns the versions that were current or a canary at any time since `since`. */
async function namedSince(store: ReleaseStore, held: HeldRecord, since: number) {
  const named = new Set<string>();
  for await (const { current, next, at } of recordsBackwards(store, held)) {
    for (const release of [current, next]) if (release) named.add(release.version);
    // The releases of the last record before `since` stayed current until the next record.
    if (Date.parse(at) <= since) break;
  }
  return named;
}

async function removeRelease(store: ReleaseStore, app: string, version: string): Promise<void> {
  // First, since a release without it counts as unfinished.
  await store.remove(`${app}/${version}/${releaseFile}`);
  for (const { path } of await store.list(`${app}/${version}`)) await store.remove(path);
  // Other publishers remove the pages that they rendered.
  for (const { path } of await store.list(`${pagesFolder}/${app}`)) {
    const [, shell, remote] = /^[^/]+\/[^/]+\/([^/]+)\/(.+)\.(?:json|jws)$/.exec(path) ?? [];
    const isOfRelease = app === 'shell' ? shell === version : remote === `${app}-${version}`;
    if (isOfRelease) await store.remove(path);
  }
}
