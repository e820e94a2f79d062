import { mostFallbacks } from '../contract/release-gate.ts';
import { type AppRecord, type Canary, mostEarlier, type RecordedRelease } from './log-entry.ts';
import type { LogState } from './log-state.ts';

type Records = Pick<LogState, 'records'>;

/** Returns the apps that are part of the site, in the order in which they were added. */
export const servedApps = ({ records }: Records): string[] =>
  [...records.values()].flatMap(({ record }) => (record.current ? [record.app] : []));

/** Returns the current release of an app; undefined if it is not part of the site. */
export const currentRelease = ({ records }: Records, app: string): RecordedRelease | undefined =>
  records.get(app)?.record.current ?? undefined;

export const currentVersion = (state: Records, app: string) => currentRelease(state, app)?.version;

/** Returns what the record of an app says of a version, if that is, was or may become current. */
export function recordedRelease({ records }: Records, app: string, version: string) {
  const { current, next, earlier = [] } = records.get(app)?.record ?? {};
  return [current, next, ...earlier].find((it) => it?.version === version) ?? undefined;
}

/** Returns the running canaries, by app. */
export const canariesOf = ({ records }: Records): Map<string, Canary> =>
  new Map([...records].flatMap(([app, { record }]) => (record.next ? [[app, record.next]] : [])));

/**
 * Returns the releases that may be an app's fallback, the best first: those whose screens were opened by the smoke test,
 * then the others, the most recent of each first. The last good release is always among the first three.
 */
export function fallbackReleases(state: Records, app: string): RecordedRelease[] {
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

export const wasOpened = ({ opened }: RecordedRelease) => (opened?.length ?? 0) > 0;

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the last of the earlier releases that was current for a day, and was not withdrawn. */
function lastGood({ current, earlier, at }: AppRecord): RecordedRelease | undefined {
  const line = [current, ...earlier];
  return earlier.find((release, index) => {
    const end = line[index]?.at ?? at;
    const isGood = Date.parse(end) - Date.parse(release.at) >= dayMs;
    return isGood && release.withdrawn === undefined;
  });
}

/**
 * Returns the versions of an app that pages of visitors may run: its current release, its canary, its fallbacks, and what
 * was replaced within a day, which a page that stays open still has.
 *
 * @param fallbacks those of `fallbackReleases` that are compatible with the rest of the site
 */
export function versionsInUse(
  { records }: Records,
  app: string,
  fallbacks: readonly string[],
  now = Date.now(),
): string[] {
  const record = records.get(app)?.record;
  if (!record) return [];
  const { current, next, earlier, at } = record;
  const line = [current, ...earlier];
  const replaced = earlier.filter((_, index) => now - Date.parse(line[index]?.at ?? at) < dayMs);
  const named = [current, next, ...replaced].flatMap((release) => release?.version ?? []);
  return [...new Set([...named, ...fallbacks])];
}

/** Returns the releases that stay in a record behind its current one: the last good one and the most recent ones. */
function keptEarlier(record: AppRecord): RecordedRelease[] {
  const { earlier } = record;
  const good = lastGood(record);
  const others = earlier.filter((release) => release !== good);
  const recent = others.slice(0, good ? mostEarlier - 1 : mostEarlier);
  return earlier.filter((release) => release === good || recent.includes(release));
}

/**
 * Returns the change of a record that makes a release current. Each release is listed once, and a canary ends, unless the
 * release was current before: an image that is started again publishes it again.
 *
 * @param next null removes the app from the site
 * @param withdraw reason to withdraw the replaced release; undefined to keep it as a fallback
 */
export function withCurrent(
  before: AppRecord | undefined,
  next: RecordedRelease | null,
  withdraw?: string,
): Pick<AppRecord, 'current' | 'earlier' | 'next'> {
  const left = before?.current;
  const replaced = left && withdraw !== undefined ? { ...left, withdrawn: withdraw } : left;
  const earlier = [...(replaced ? [replaced] : []), ...(before?.earlier ?? [])];
  const others = earlier.filter(({ version }) => version !== next?.version);
  const at = next?.at ?? new Date().toISOString();
  const record = { ...before, at, current: next, earlier: others } as AppRecord;
  const canary = left && left.version === next?.version ? before?.next : undefined;
  return { current: next, earlier: keptEarlier(record), next: canary };
}
