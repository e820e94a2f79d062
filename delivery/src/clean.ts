import { claimedRecord } from '@kargo/release-log/log/app-record';
import { entryPath, largestEntry, parseEntry } from '@kargo/release-log/log/log-entry';
import type { LogState } from '@kargo/release-log/log/log-state';
import { readLog } from '@kargo/release-log/log/read-log';
import { currentVersion, standIns } from '@kargo/release-log/log/served-releases';
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
  const named = await namedSince(store, state, since);
  const removed: string[] = [];
  for (const folder of [...apps, ...reservedFolders]) await store.removeUnfinished?.(folder);
  for (const app of apps) {
    const current = currentVersion(state, app);
    const canary = state.records.get(app)?.record.next?.version;
    const needed = new Set([
      current,
      canary,
      ...standIns(state, app).map(({ version }) => version),
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
  { generation }: LogState,
  since: number,
): Promise<Set<string>> {
  const named = new Set<string>();
  for (let number = generation; number > 0; number -= 1) {
    const content = await store.read(entryPath(number), largestEntry).catch(() => Buffer.alloc(0));
    let newest = 0;
    for (const [app, jws] of recordsIn(number, content)) {
      const record = claimedRecord(jws);
      if (!record) continue;
      newest = Math.max(newest, Date.parse(record.at));
      for (const release of [record.current, record.next])
        if (release) named.add(`${app} ${release.version}`);
    }
    // An entry names what was current until it, so the first one before that time counts too.
    if (newest <= since) break;
  }
  return named;
}

/** An entry that is not valid names nothing. */
function recordsIn(number: number, content: Buffer): [app: string, jws: string][] {
  try {
    return Object.entries(parseEntry(number, content).records);
  } catch {
    return [];
  }
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
