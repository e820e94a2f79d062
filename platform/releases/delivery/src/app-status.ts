import type { Canary, LoggedRelease } from '@kargo/release-log/log/app-record';
import { endedSentence, readEndedCanary } from '@kargo/release-log/log/ended-canary';
import type { LogState } from '@kargo/release-log/log/read-log';
import {
  currentRelease,
  fallbackReleases,
  servedApps,
} from '@kargo/release-log/log/served-releases';
import { fallbacksOf, type Problem, problemsOf } from '@kargo/release-log/rules/release-gate';
import { stepsAhead } from '@kargo/release-log/rules/rollout';
import type { Releases } from '@kargo/shared-types/releases/release';
import { timeIn } from './change-record.ts';
import type { KeyedStore } from './keys.ts';
import { readCurrent, readLogged } from './read-release.ts';

export type AppStatus = Awaited<ReturnType<typeof appStatuses>>[number];

/** @param chosen the apps to describe, with all files verified; of others only `release.json` */
export async function appStatuses(
  on: KeyedStore,
  state: LogState,
  chosen: readonly string[] = servedApps(state),
) {
  const site = await readCurrent(on, state);
  const canaryOf = async (app: string, canary: Canary) => {
    const ended = await readEndedCanary(on.store, app, canary).catch((error: Error) => error);
    const isUnread = ended instanceof Error;
    const misfits = await problemsOfLogged(on, site, app, canary);
    return {
      ...canary,
      /** The next steps of its rollout, if any, or why it is not known whether it has ended. */
      ahead: isUnread ? ended.message : ended ? '' : stepsAhead(canary, timeIn(on.store)),
      problems: [...(ended && !isUnread ? [endedSentence(ended)] : []), ...misfits],
    };
  };
  const statusOf = async (app: string) => {
    const current = currentRelease(state, app);
    const fallbacks = await fallbacksOf(fallbackReleases(state, app), site, (release) =>
      readLogged(on, app, release).catch(() => undefined),
    );
    const { next, frozen } = state.records.get(app)?.record ?? {};
    return {
      app,
      current: current?.version ?? '',
      owner: site.get(app)?.owner,
      /** The versions that are served if the current one fails, in order. */
      fallbacks: fallbacks.map(({ version }) => version),
      /** Why the current release would be refused if published again, apart from its titles. */
      problems: current ? await problemsOfLogged(on, site, app, current) : [],
      /** Why each earlier release cannot become current, if none can. */
      noWayBack: fallbacks.length > 0 ? [] : (await versionBefore(on, state, app, site)).skipped,
      /** The release that some visitors get, and why nobody gets it now. */
      canary: next && (await canaryOf(app, next)),
      frozen,
    };
  };
  return Promise.all(chosen.map(statusOf));
}

/** Returns the newest earlier version that can become current, and why newer ones cannot. */
export async function versionBefore(on: KeyedStore, state: LogState, app: string, site?: Releases) {
  const { earlier = [] } = state.records.get(app)?.record ?? {};
  const current = site ?? (await readCurrent(on, state));
  const skipped: Problem[] = [];
  for (const release of earlier) {
    const { version, withdrawn } = release;
    const problems =
      withdrawn === undefined
        ? await problemsOfLogged(on, current, app, release)
        : [`${app} ${version} was withdrawn (${withdrawn}).`];
    if (problems.length === 0) return { version, skipped };
    skipped.push(...problems);
  }
  return { version: undefined, skipped };
}

const problemsOfLogged = (
  on: KeyedStore,
  site: Releases,
  app: string,
  logged: LoggedRelease,
): Promise<Problem[]> =>
  readLogged(on, app, logged).then(
    (release) => problemsOf(release, site),
    ({ message }: Error) => [message],
  );
