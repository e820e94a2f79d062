import {
  fallbacksOf,
  nameOf,
  type Problem,
  problemsOf,
} from '@kargo/release-log/contract/release-gate';
import { stepsAhead } from '@kargo/release-log/contract/rollout';
import type { Canary } from '@kargo/release-log/log/app-record';
import { endedSentence, readEndedCanary } from '@kargo/release-log/log/ended-canary';
import type { LogState } from '@kargo/release-log/log/read-log';
import {
  currentVersion,
  fallbackReleases,
  servedApps,
} from '@kargo/release-log/log/served-releases';
import type { ReleaseName, StoredRelease } from '@kargo/shared-types/releases/release';
import { timeIn } from './change-record.ts';
import type { KeyedStore } from './keys.ts';
import { readCurrent, readWhole } from './read-release.ts';

/** Status of an app in a release store. */
export type AppStatus = Awaited<ReturnType<typeof appStatuses>>[number];

/** @param chosen the apps to describe: all their files are verified, of other apps only `release.json` */
export async function appStatuses(
  { store, keys }: KeyedStore,
  state: LogState,
  chosen: readonly string[] = servedApps(state),
) {
  const site = await readCurrent({ store, keys }, state);
  const problemsWith = (app: string, version: string) =>
    problemsOfStored({ store, keys }, site, { app, version });
  const canaryOf = async (app: string, canary: Canary) => {
    const ended = await readEndedCanary(store, app, canary);
    const misfits = await problemsWith(app, canary.version);
    return {
      ...canary,
      /** The next steps of its rollout, if it has one. */
      ahead: ended ? '' : stepsAhead(canary, timeIn({ store })),
      problems: [...(ended ? [endedSentence(ended)] : []), ...misfits],
    };
  };
  const statusOf = async (app: string) => {
    const current = currentVersion(state, app) ?? '';
    const earlier = fallbackReleases(state, app);
    const fallbacks = await fallbacksOf(earlier, site, async ({ version, hash }) => {
      const release = await readWhole(store, { app, version }, keys).catch(() => undefined);
      return release?.hash === hash ? release : undefined;
    });
    const { next, frozen } = state.records.get(app)?.record ?? {};
    return {
      app,
      /** The version that is served. */
      current,
      owner: site.get(app)?.owner,
      /** The versions that are served if the current one fails, in order. */
      fallbacks: fallbacks.map(({ version }) => version),
      /** Why the current release would be refused if it were published again, apart from its titles. */
      problems: await problemsWith(app, current),
      /** If no earlier release can become current: why each one cannot. */
      noWayBack:
        fallbacks.length > 0
          ? []
          : (await versionBefore({ store, keys }, state, app, site)).skipped,
      /** The release that some visitors get, and why nobody gets it now. */
      canary: next && (await canaryOf(app, next)),
      frozen,
    };
  };
  return Promise.all(chosen.map(statusOf));
}

/**
 * Returns the most recent earlier version of an app that can become current again, and why later ones cannot. If none
 * can, it returns the reasons alone.
 */
export async function versionBefore(
  on: KeyedStore,
  state: LogState,
  app: string,
  site?: ReadonlyMap<string, StoredRelease>,
) {
  const { earlier = [] } = state.records.get(app)?.record ?? {};
  const current = site ?? (await readCurrent(on, state));
  const skipped: Problem[] = [];
  for (const { version, hash, withdrawn } of earlier) {
    const problems =
      withdrawn === undefined
        ? await problemsOfStored(on, current, { app, version, hash })
        : [`${app} ${version} was withdrawn (${withdrawn}).`];
    if (problems.length === 0) return { version, skipped };
    skipped.push(...problems);
  }
  return { version: undefined, skipped };
}

/** @param of the release, with the hash of its `release.json` if known */
function problemsOfStored(
  { store, keys }: KeyedStore,
  site: ReadonlyMap<string, StoredRelease>,
  of: ReleaseName & { hash?: string },
): Promise<Problem[]> {
  return readWhole(store, of, keys).then(
    (release) =>
      of.hash === undefined || release.hash === of.hash
        ? problemsOf(release, site)
        : [`${nameOf(of)} is not what was published.`],
    ({ message }: Error) => [message],
  );
}
