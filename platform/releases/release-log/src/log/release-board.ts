import { type Static, Type } from 'typebox';
import { EndedCanary } from './ended-canary.ts';
import { AppRecord } from './log-entry.ts';

/** Address of the `ReleaseBoard` on the operators' port of a gateway. */
export const releaseBoardPath = '/releases.json';

const BoardRelease = Type.Object({
  version: Type.String(),
  at: Type.String(),
  by: Type.String(),
  /** Screens that were shown within an hour, told only while a canary runs, and pages in which it failed. */
  views: Type.Integer(),
  failures: Type.Integer(),
  /** The 75th percentile since the gateway began; in seconds, CLS without a unit. */
  lcp: Type.Optional(Type.Number()),
  inp: Type.Optional(Type.Number()),
  cls: Type.Optional(Type.Number()),
});
export type BoardRelease = Static<typeof BoardRelease>;

const BoardApp = Type.Object({
  app: Type.String(),
  owner: Type.Optional(Type.String()),
  current: BoardRelease,
  /** Versions, the first one first. */
  fallbacks: Type.Array(Type.String()),
  canary: Type.Optional(Type.Interface([BoardRelease], { percent: Type.Number() })),
  /** Why its last canary has ended. */
  ended: Type.Optional(EndedCanary),
  frozen: AppRecord.properties.frozen,
});
export type BoardApp = Static<typeof BoardApp>;

const BoardChange = Type.Object({
  at: Type.String(),
  app: Type.String(),
  what: Type.String(),
  /** What is current since. */
  version: Type.Optional(Type.String()),
  by: Type.String(),
});
export type BoardChange = Static<typeof BoardChange>;

/** What a gateway serves, and what visitors' pages have told it. Times are ISO 8601. */
export const ReleaseBoard = Type.Object({
  /** When the gateway began to count. */
  since: Type.String(),
  apps: Type.Array(BoardApp),
  /** What of the log cannot be served, one sentence each. */
  problems: Type.Array(Type.String()),
  /** The last ten, the newest first. */
  changes: Type.Array(BoardChange),
});
export type ReleaseBoard = Static<typeof ReleaseBoard>;

/** How often a release failed within an hour, such as `3 of 40 views, 7.5 %`, or `3` where no views were told. */
export function failuresInWords({ views, failures }: BoardRelease): string {
  if (views === 0) return `${failures}`;
  return `${failures} of ${views} views, ${((100 * failures) / views).toFixed(1)}\u00a0%`;
}
