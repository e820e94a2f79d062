import type { Release } from 'shared-types/releases/release';
import { findFallback, type Problem, problemsOf } from 'shared-types/releases/release-gate';
import { currentVersion, type ReleaseMap } from 'shared-types/releases/release-map';
import type { Keys } from './keys.ts';
import { damageTo } from './release-hashes.ts';
import { readSigned } from './release-store.ts';

/** Status of an app in a release store. */
export interface AppStatus {
  app: string;
  /** The version that is served. */
  current: string;
  /** The app's owner, if its release names one. */
  owner?: string | undefined;
  /** The version that is served if the current one fails, if there is one. */
  fallback: string | undefined;
  /** Reasons why the current release would be refused if it were published again. */
  problems: Problem[];
}

/** Returns the status of all apps in a map, in the order of the map. */
export async function appStatuses(
  releases: string,
  map: ReleaseMap,
  keys: Keys,
): Promise<AppStatus[]> {
  const site = new Map<string, Release>();
  const refusals = new Map<string, Problem>();
  const apps = Object.keys(map.apps);
  for (const app of apps) {
    try {
      site.set(app, await readSigned(releases, app, currentVersion(map, app) ?? '', keys));
    } catch (error) {
      refusals.set(app, (error as Error).message);
    }
  }
  return Promise.all(
    apps.map(async (app) => {
      const current = currentVersion(map, app) ?? '';
      const release = site.get(app);
      const fallback = await findFallback(map, app, site, async (version) => {
        const read = await readSigned(releases, app, version, keys).catch(() => undefined);
        const isWhole = read && (await damageTo(releases, read)).length === 0;
        return isWhole ? read : undefined;
      });
      const problems = release
        ? [...(await damageTo(releases, release)), ...problemsOf(release, site)]
        : [refusals.get(app) ?? ''];
      return { app, current, owner: release?.owner, fallback: fallback?.version, problems };
    }),
  );
}
