import { fallbacksOf, type Problem, problemsOf } from '@kargo/release-log/contract/release-gate';
import type { AppRecord, Canary } from '@kargo/release-log/log/log-entry';
import type { LogState } from '@kargo/release-log/log/log-state';
import {
  currentVersion,
  fallbackReleases,
  servedApps,
} from '@kargo/release-log/log/served-releases';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import type { Release } from '@kargo/shared-types/releases/release';
import type { Keys } from './keys.ts';
import { readSigned } from './read-release.ts';
import { damageTo } from './release-hashes.ts';

/** Status of an app in a release store. */
export interface AppStatus {
  app: string;
  /** The version that is served. */
  current: string;
  /** The app's owner, if its release names one. */
  owner?: string | undefined;
  /** The versions that are served if the current one fails, in this order. */
  fallbacks: string[];
  /** Reasons why the current release would be refused if it were published again, whatever its titles. */
  problems: Problem[];
  /** The release that some visitors get. */
  canary?: CanaryStatus;
  frozen?: AppRecord['frozen'];
}

interface CanaryStatus extends Canary {
  /** Reasons why no visitor gets it now. */
  problems: Problem[];
}

/**
 * Returns the status of apps of the site.
 *
 * @param chosen the apps whose files are compared with their hashes; of others `release.json` is read
 */
export async function appStatuses(
  store: ReleaseStore,
  state: LogState,
  keys: Keys,
  chosen: readonly string[] = servedApps(state),
): Promise<AppStatus[]> {
  const site = new Map<string, Release>();
  const refusals = new Map<string, Problem>();
  const read = (app: string, version: string) => readSigned(store, { app, version }, keys);
  for (const app of servedApps(state)) {
    try {
      site.set(app, await read(app, currentVersion(state, app) ?? ''));
    } catch (error) {
      refusals.set(app, (error as Error).message);
    }
  }
  const problemsOfCanary = async (app: string, version: string): Promise<Problem[]> => {
    try {
      const release = await read(app, version);
      return [...(await damageTo(store, release)), ...problemsOf(release, site)];
    } catch (error) {
      return [(error as Error).message];
    }
  };
  return Promise.all(
    chosen.map(async (app) => {
      const current = currentVersion(state, app) ?? '';
      const release = site.get(app);
      const versions = fallbackReleases(state, app).map(({ version }) => version);
      const fallbacks = await fallbacksOf(versions, site, async (version) => {
        const fallback = await read(app, version).catch(() => undefined);
        const isWhole = fallback && (await damageTo(store, fallback)).length === 0;
        return isWhole ? fallback : undefined;
      });
      const problems = release
        ? [...(await damageTo(store, release)), ...problemsOf(release, site)]
        : [refusals.get(app) ?? ''];
      const { next, frozen } = state.records.get(app)?.record ?? {};
      return {
        app,
        current,
        owner: release?.owner,
        fallbacks: fallbacks.map(({ version }) => version),
        problems,
        ...(next && { canary: { ...next, problems: await problemsOfCanary(app, next.version) } }),
        ...(frozen && { frozen }),
      };
    }),
  );
}
