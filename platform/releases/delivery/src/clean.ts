import { claimedRecord } from '@kargo/release-log/log/app-record';
import { readEntry } from '@kargo/release-log/log/read-entry';
import { entriesBackwards, readLog } from '@kargo/release-log/log/read-log';
import { fallbackReleases } from '@kargo/release-log/log/served-releases';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import {
  pagesFolder,
  releaseFile,
  reservedFolders,
} from '@kargo/shared-types/releases/release-addresses';
import type { Store } from './keys.ts';
import { publishedVersions } from './read-release.ts';
import { RefusedError } from './refused-error.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Removes releases of these apps that nobody needs, and the pages that were rendered with them, and prints which. Those
 * that are current, a canary or may become a fallback are kept, the `RELEASES_KEEP` that were published last, and those
 * that an entry of the log has named within `RELEASES_KEEP_DAYS`.
 *
 * @returns the removed releases, as `<app> <version>`
 * @throws {RefusedError} when one of the variables is not a number
 */
export async function cleanStore(
  { store, keys }: Store,
  apps: readonly string[],
  { RELEASES_KEEP = '10', RELEASES_KEEP_DAYS = '30' }: NodeJS.ProcessEnv,
): Promise<string[]> {
  for (const [name, value] of Object.entries({ RELEASES_KEEP, RELEASES_KEEP_DAYS })) {
    if (!/^\d+$/.test(value)) throw new RefusedError(`${name} has to be a number, not "${value}".`);
  }
  const { state } = await readLog(store, keys.publishers);
  const since = Date.now() - Number(RELEASES_KEEP_DAYS) * dayMs;
  const named = await namedSince({ store, keys }, state.generation, since);
  const removed: string[] = [];
  for (const folder of [...apps, ...reservedFolders]) await store.removeUnfinished?.(folder);
  for (const app of apps) {
    const { current, next } = state.records.get(app)?.record ?? {};
    const needed = [current, next, ...fallbackReleases(state, app)].map((it) => it?.version);
    const versions = await publishedVersions(store, app);
    for (const { version, at } of versions.slice(Number(RELEASES_KEEP))) {
      if (needed.includes(version) || named.has(`${app} ${version}`) || at > since) continue;
      await removeRelease(store, app, version);
      removed.push(`${app} ${version}`);
      console.log(`Removed ${app} ${version}.`);
    }
  }
  return removed;
}

/** Returns the releases, as `<app> <version>`, that were current or a canary at any time since then. */
async function namedSince({ store, keys }: Store, last: number, since: number) {
  const named = new Set<string>();
  const row = { begin: 1, end: last + 1 };
  for await (const { generation, content } of entriesBackwards(store, row)) {
    const { added, carried } = await readEntry(generation, content, keys.publishers);
    // What nobody has signed names nothing.
    if (added.length === 0) continue;
    const others = [...carried.values()].flatMap((jws) => claimedRecord(jws) ?? []);
    for (const { app, current, next } of [...added.map(({ record }) => record), ...others])
      for (const release of [current, next]) if (release) named.add(`${app} ${release.version}`);
    // An entry names what was current until it, so the first one before that time counts too.
    if (added.every(({ record }) => Date.parse(record.at) <= since)) break;
  }
  return named;
}

async function removeRelease(store: ReleaseStore, app: string, version: string): Promise<void> {
  // First, because a release without it is unfinished.
  await store.remove(`${app}/${version}/${releaseFile}`);
  for (const { path } of await store.list(`${app}/${version}`)) await store.remove(path);
  // Others' publishers remove their own.
  for (const { path } of await store.list(`${pagesFolder}/${app}`)) {
    const [, shell, remote] = /^[^/]+\/[^/]+\/([^/]+)\/(.+)\.(?:json|jws)$/.exec(path) ?? [];
    const isOfRelease = app === 'shell' ? shell === version : remote === `${app}-${version}`;
    if (isOfRelease) await store.remove(path);
  }
}
