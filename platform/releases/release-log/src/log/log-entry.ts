import { createHash } from 'node:crypto';
import { parseJson } from '@kargo/shared-types/parse-json';
import { type Static, Type } from 'typebox';
import { Line } from '../plain-text.ts';

/** A release that is or was current, as a record names it. */
const RecordedRelease = Type.Object({
  version: Line,
  /** SHA-384 of its `release.json`, as base64. */
  hash: Type.String(),
  /** When it became current, as ISO 8601. */
  at: Line,
  /** The owner of the key that made it current, and a link to the run if there is one. */
  by: Line,
  /** The screens that the smoke test opened, such as `marketing/Home`; null if it was not run. */
  opened: Type.Union([Type.Array(Line), Type.Null()]),
  /** What the smoke test noticed without refusing the release, one sentence each. */
  warnings: Type.Optional(Type.Array(Line)),
  /** Why its screens may be larger than the shell allows. */
  sizeAccepted: Type.Optional(Line),
  /** The commit it was built from. */
  commit: Type.Optional(Line),
  /** The reason why it is not used as a fallback. */
  withdrawn: Type.Optional(Line),
});
export type RecordedRelease = Static<typeof RecordedRelease>;

/** A release that a percentage of visitors get before it becomes current. */
const Canary = Type.Interface([RecordedRelease], {
  percent: Type.Number({ exclusiveMinimum: 0, maximum: 100 }),
});
export type Canary = Static<typeof Canary>;

/** Ends the preview links that were signed before a moment (ISO 8601): of a version, as earlier records say, or all. */
const EndedPreviews = Type.Object({
  version: Type.Optional(Line),
  at: Line,
});

/** Maximum number of `earlier`. */
export const mostEarlier = 10;

/** The signed record of one app: what is served of it. A change of the app makes a new one. */
export const AppRecord = Type.Object({
  /** Id of the log, so that records of one log mean nothing in another. */
  log: Type.String(),
  app: Line,
  /** Grows by one with every record of the app. */
  sequence: Type.Integer({ minimum: 1 }),
  /** The entry that first carried the record, and the hash of the entry before that. */
  generation: Type.Integer({ minimum: 1 }),
  previous: Type.String(),
  /** When it was signed, as ISO 8601. */
  at: Line,
  by: Line,
  /** Null when the app was removed from the site. */
  current: Type.Union([RecordedRelease, Type.Null()]),
  /** The releases that were current before, each once, the most recent first. */
  earlier: Type.Array(RecordedRelease, { maxItems: mostEarlier }),
  next: Type.Optional(Canary),
  /** Why nothing of the app may be changed now, since when and by whom. */
  frozen: Type.Optional(Type.Object({ reason: Line, at: Line, by: Line })),
  endedPreviews: Type.Optional(Type.Array(EndedPreviews, { maxItems: 20 })),
  /** Versions by app: the record counts only in an entry that makes all of these current. */
  together: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** When its publisher stops waiting for others, as ISO 8601. */
  until: Type.Optional(Type.String()),
});
export type AppRecord = Static<typeof AppRecord>;

/** One change of what is served: `log/<generation>.json`. It is created once and never changed. */
export const LogEntry = Type.Object({
  generation: Type.Integer({ minimum: 1 }),
  /** Hash of the file before it, valid or not; empty in the first entry. */
  previous: Type.String(),
  /** Makes two entries of the same change differ, so that a writer recognizes its own. */
  nonce: Type.String(),
  /** By app: its record as a signed JWS. Those that did not change are carried over. */
  records: Type.Record(Type.String(), Type.String(), { minProperties: 1 }),
});
export type LogEntry = Static<typeof LogEntry>;

export const logFolder = 'log';

/** Sizes of an entry in bytes: enough for 50 apps with ten earlier releases each, and less than one signed record has. */
export const largestEntry = 1024 * 1024;
export const smallestEntry = 200;

/** Ten digits are enough for an entry each second for 300 years. A longer name is no entry's. */
export const entryPath = (generation: number) =>
  `${logFolder}/${String(generation).padStart(10, '0')}.json`;

/** Returns the number of an entry by its path; undefined for any other file. */
export function generationOf(path: string): number | undefined {
  const [, number] = /^log\/(\d{10})\.json$/.exec(path) ?? [];
  return Number(number) || undefined;
}

/** @throws an Error of one sentence when the file is not an entry of this number */
export function parseEntry(generation: number, content: Buffer): LogEntry {
  const path = entryPath(generation);
  const entry = parseJson(LogEntry, String(content), path);
  if (entry.generation === generation) return entry;
  throw new Error(`${path} is a copy of entry ${entry.generation}.`);
}

/** SHA-384 as base64. */
export const hashOf = (content: Buffer | string): string =>
  createHash('sha384').update(content).digest('base64');
