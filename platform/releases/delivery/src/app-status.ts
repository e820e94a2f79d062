import { fallbacksOf, type Problem, problemsOf } from '@kargo/release-log/contract/release-gate';
import { endedSentence, readEndedCanary } from '@kargo/release-log/log/ended-canary';
import type { Canary } from '@kargo/release-log/log/log-entry';
import type { LogState } from '@kargo/release-log/log/log-state';
import {
  currentVersion,
  fallbackReleases,
  servedApps,
} from '@kargo/release-log/log/served-releases';
import type { Store } from './keys.ts';
import { readCurrent, readWhole } from './read-release.ts';

/** Status of an app in a release store. */
export type AppStatus = Awaited<ReturnType<typeof appStatuses>>[number];

/** @param chosen the apps whose files are compared with their hashes; of others `release.json` is read */
export async function appStatuses(
  { store, keys }: Store,
  state: LogState,
  chosen: readonly string[] = servedApps(state),
) {
  const site = await readCurrent({ store, keys }, state);
  const problemsWith = (app: string, version: string): Promise<Problem[]> =>
    readWhole(store, { app, version }, keys).then(
      (release) => problemsOf(release, site),
      ({ message }: Error) => [message],
    );
  const problemsWithAll = async (app: string): Promise<Problem[]> => {
    const { earlier = [] } = state.records.get(app)?.record ?? {};
    const problems = earlier.map(({ version, withdrawn }) =>
      withdrawn === undefined
        ? problemsWith(app, version)
        : `${app} ${version} was withdrawn (${withdrawn}).`,
    );
    return (await Promise.all(problems)).flat();
  };
  const problemsOfCanary = async (app: string, canary: Canary): Promise<Problem[]> => {
    const ended = await readEndedCanary(store, app, canary);
    return [...(ended ? [endedSentence(ended)] : []), ...(await problemsWith(app, canary.version))];
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
      /** The versions that are served if the current one fails, in this order. */
      fallbacks: fallbacks.map(({ version }) => version),
      /** Reasons why the current release would be refused if it were published again, whatever its titles. */
      problems: await problemsWith(app, current),
      /** Why each earlier release cannot become current, if none can. */
      noWayBack: fallbacks.length > 0 ? [] : await problemsWithAll(app),
      /** The release that some visitors get, and reasons why none of them gets it now. */
      canary: next && { ...next, problems: await problemsOfCanary(app, next) },
      frozen,
    };
  };
  return Promise.all(chosen.map(statusOf));
}
