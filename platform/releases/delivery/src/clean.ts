import type { Publishers } from '@kargo/release-log/contract/release-signature';
import { claimedRecord } from '@kargo/release-log/log/app-record';
import type { LogState } from '@kargo/release-log/log/log-state';
import { readEntry } from '@kargo/release-log/log/read-entry';
import { entriesBackwards, readLog } from '@kargo/release-log/log/read-log';
import { currentVersion, fallbackReleases } from '@kargo/release-log/log/served-releases';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import {
  pagesFolder,
  releaseFile,
  reservedFolders,
} from '@kargo/shared-types/releases/release-addresses';
import type { Keys } from './keys.ts';
import { publishedVersions } from './published-versions.ts';

/**
 * Removes releases of some apps that are not needed, and the pages that were rendered with them. Releases
 * that are current or may become a fallback are always kept, and those that an entry of the log has named
 * within `olderThanMs`.
 *
 * @param apps the apps whose releases are removed
 * @param keep number of releases of each app that are always kept, the last published ones
 * @param olderThanMs minimum age of a release to be removed, in milliseconds
 * @returns the removed releases, as `<app> <version>`
 */
export async function cleanStore({
  store,
  keys,
  apps,
  keep,
  olderThanMs,
}: {
  store: ReleaseStore;
  keys: Keys;
  apps: readonly string[];
  keep: number;
  olderThanMs: number;
}): Promise<string[]> {
  const { state } = await readLog(store, keys.publishers);
  const since = Date.now() - olderThanMs;
  const named = await namedSince(store, keys.publishers, state, since);
  const removed: string[] = [];
  for (const folder of [...apps, ...reservedFolders]) await store.removeUnfinished?.(folder);
  for (const app of apps) {
    const current = currentVersion(state, app);
    const canary = state.records.get(app)?.record.next?.version;
    const needed = new Set([
      current,
      canary,
      ...fallbackReleases(state, app).map(({ version }) => version),
    ]);
    const versions = await publishedVersions(store, app);
    for (const { version, at } of versions.slice(keep)) {
      if (needed.has(version) || named.has(`${app} ${version}`) || at > since) continue;
      await removeRelease(store, app, version);
      removed.push(`${app} ${version}`);
    }
  }
  return removed;
}

/** Returns the releases, as `<app> <version>`, that were current or a canary at any time since then. */
async function namedSince(
  store: ReleaseStore,
  publishers: Publishers,
  { generation: last }: LogState,
  since: number,
): Promise<Set<string>> {
  const named = new Set<string>();
  for await (const { generation, content } of entriesBackwards(store, {
    begin: 1,
    end: last + 1,
  })) {
    const { added, carried } = await readEntry(generation, content, publishers);
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
  const isOfRelease =
    app === 'shell'
      ? (path: string) => path.startsWith(`${pagesFolder}/${version}/`)
      : (path: string) => /\/([^/]+)\.js\w+$/.exec(path)?.[1] === `${app}-${version}`;
  for (const { path } of await store.list(pagesFolder)) {
    if (isOfRelease(path)) await store.remove(path);
  }
}
