import { mostFallbacks } from '../rules/release-gate.ts';
import {
  type AppRecord,
  type Canary,
  type HeldRecord,
  type LoggedRelease,
  mostEarlier,
} from './app-record.ts';

interface Records {
  records: ReadonlyMap<string, Pick<HeldRecord, 'record' | 'signed'>>;
}

/** Returns the apps of the site, in the order in which they were added. */
export const servedApps = ({ records }: Records): string[] =>
  [...records.values()].flatMap(({ record }) => (record.current ? [record.app] : []));

/** Returns the current release of an app; undefined if it is not part of the site. */
export const currentRelease = ({ records }: Records, app: string): LoggedRelease | undefined =>
  records.get(app)?.record.current ?? undefined;

export const currentVersion = (state: Records, app: string) => currentRelease(state, app)?.version;

/** Returns how an app's record describes a version: the current one, an earlier one or a canary. */
export function loggedRelease({ records }: Records, app: string, version: string) {
  const { current, next, earlier = [] } = records.get(app)?.record ?? {};
  return [current, next, ...earlier].find((it) => it?.version === version) ?? undefined;
}

/** Returns the running canaries, by app. */
export const canariesOf = ({ records }: Records): Map<string, Canary> =>
  new Map([...records].flatMap(([app, { record }]) => (record.next ? [[app, record.next]] : [])));

/**
 * Returns an app's possible fallbacks, the best first: those whose screens the smoke test opened,
 * then the others, most recent first. The last good release is always among the first three.
 */
export function fallbackReleases(state: Records, app: string): LoggedRelease[] {
  const record = state.records.get(app)?.record;
  const earlier = (record?.earlier ?? []).filter(({ withdrawn }) => withdrawn === undefined);
  const opened = earlier.filter((release) => wasOpened(release));
  const others = earlier.filter((release) => !wasOpened(release));
  const ordered = [...opened, ...others];
  const good = record && lastGood(record);
  if (!good || ordered.indexOf(good) < mostFallbacks) return ordered;
  const rest = ordered.filter((release) => release !== good);
  return rest.toSpliced(mostFallbacks - 1, 0, good);
}

export const wasOpened = ({ opened }: LoggedRelease) => (opened?.length ?? 0) > 0;

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the most recent earlier release that was current for a day and was not withdrawn. */
const lastGood = ({ earlier }: Pick<AppRecord, 'earlier'>): LoggedRelease | undefined =>
  earlier.find(({ hasLasted, withdrawn }) => hasLasted && withdrawn === undefined);

/**
 * Returns an app's versions that visitors' pages may run: current, canary, fallbacks, and those
 * replaced within a day, which open pages still have; until a record says so, also the one that a
 * rollout has replaced: by another gateway's clock it may still be current.
 *
 * @param fallbacks the `fallbackReleases` that are compatible with the rest of the site
 */
export function versionsInUse(
  { records }: Records,
  app: string,
  fallbacks: readonly string[],
  now = Date.now(),
): string[] {
  const { record, signed } = records.get(app) ?? {};
  if (!record) return [];
  const { current, next, earlier, at } = record;
  const line = [current, ...earlier];
  const replaced = earlier.filter((_, index) => now - Date.parse(line[index]?.at ?? at) < dayMs);
  const named = [current, next, ...replaced, signed?.current].flatMap(
    (release) => release?.version ?? [],
  );
  return [...new Set([...named, ...fallbacks])];
}

/** Returns the earlier releases that a record keeps: the last good one and the most recent ones. */
function keptEarlier(earlier: LoggedRelease[]): LoggedRelease[] {
  const good = lastGood({ earlier });
  const others = earlier.filter((release) => release !== good);
  const recent = others.slice(0, good ? mostEarlier - 1 : mostEarlier);
  return earlier.filter((release) => release === good || recent.includes(release));
}

/**
 * Returns the change that makes a release current. Each release is listed once. A canary ends,
 * unless the release is current already: a restarted image publishes it again.
 *
 * @param next null removes the app from the site
 * @param withdraw reason to withdraw the replaced release; undefined to keep it as a fallback
 */
export function withCurrent(
  before: AppRecord | undefined,
  next: LoggedRelease | null,
  withdraw?: string,
): Pick<AppRecord, 'current' | 'earlier' | 'next'> {
  const left = before?.current;
  const at = next?.at ?? new Date().toISOString();
  const canary = left && left.version === next?.version ? before?.next : undefined;
  const lasted = left && Date.parse(at) - Date.parse(left.at) >= dayMs ? { hasLasted: true } : {};
  const replaced = left && {
    ...left,
    ...lasted,
    ...(withdraw !== undefined && { withdrawn: withdraw }),
  };
  const earlier = [...(replaced ? [replaced] : []), ...(before?.earlier ?? [])];
  const { hasLasted } = earlier.find(({ version }) => version === next?.version) ?? {};
  const others = earlier.filter(({ version }) => version !== next?.version);
  const current = next && { ...next, ...(hasLasted && { hasLasted }) };
  return { current, earlier: keptEarlier(others), next: canary };
}
