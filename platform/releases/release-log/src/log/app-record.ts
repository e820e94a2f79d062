import { createHash } from 'node:crypto';
import { parseJson } from '@kargo/shared-types/parse-json';
import { decodeJwt } from 'jose';
import { type Static, Type } from 'typebox';
import { jsonOfLines, Line } from '../plain-text.ts';
import {
  type PublisherKey,
  type Publishers,
  sign,
  verifySignature,
} from '../rules/release-signature.ts';
import { Percentage, Rollout } from '../rules/rollout.ts';

/** A release that is or was current, as described in a record. */
const LoggedRelease = Type.Object({
  version: Line,
  /** SHA-384 of its `release.json`, as base64. */
  hash: Type.String(),
  /** When it became current or a canary, as ISO 8601. */
  at: Line,
  /** For a current one: when it became a canary, if it was one just before. */
  canaryAt: Type.Optional(Line),
  /** The owner of the key that did so, and a link to the CI run if known. */
  by: Line,
  /** The screens that the smoke test opened, such as `marketing/Home`; null if it did not run. */
  opened: Type.Union([Type.Array(Line), Type.Null()]),
  /** The smoke test's warnings, one sentence each. */
  warnings: Type.Optional(Type.Array(Line)),
  /** Why its screens may exceed the shell's limits. */
  sizeAccepted: Type.Optional(Line),
  /** The commit it was built from. */
  commit: Type.Optional(Line),
  /** Why it must not be a fallback. */
  withdrawn: Type.Optional(Line),
  /** Whether it has been current for a day. */
  hasLasted: Type.Optional(Type.Boolean()),
});
export type LoggedRelease = Static<typeof LoggedRelease>;

/** A release that only some visitors get. */
const Canary = Type.Interface([LoggedRelease], {
  percent: Percentage,
  /** How it reaches the others; undefined if a person raises its percentage. */
  rollout: Type.Optional(Rollout),
});
export type Canary = Static<typeof Canary>;

/** Maximum number of `earlier`. */
export const mostEarlier = 10;

const Place = Type.Object({ number: Type.Integer({ minimum: 1 }), hash: Type.String() });
/** Identifies a record of an app, by its number and the hash of its text. */
export type Place = Static<typeof Place>;

/** A JWS of a `Head`. Bounded, since the records of all other apps carry it. */
const SignedHead = Type.String({ maxLength: 1000 });

const Content = Type.Object({
  /** The previous record, even if it does not count; undefined in the first. */
  previous: Type.Optional(Place),
  /** When it was signed, as ISO 8601: always later than the previous record. */
  at: Line,
  by: Line,
  /** Null once the app was removed from the site. */
  current: Type.Union([LoggedRelease, Type.Null()]),
  /** Previously current releases, each once, the most recent first. */
  earlier: Type.Array(LoggedRelease, { maxItems: mostEarlier }),
  next: Type.Optional(Canary),
  /** Why the app may not change, since when, and who froze it. */
  frozen: Type.Optional(Type.Object({ reason: Line, at: Line, by: Line })),
  /** Preview links signed before this time (ISO 8601) show nothing. */
  previewsEndedAt: Type.Optional(Line),
  /** The newest heads of other apps, by app. */
  heads: Type.Record(Type.String(), SignedHead, { maxProperties: 200 }),
  /** The record counts only once this record of another app exists. */
  waitsFor: Type.Optional(Type.Interface([Place], { app: Line })),
});

/** The state of an app after a change. */
export interface AppRecord extends Static<typeof Content> {
  app: string;
  /** Each record of the app has a higher one. */
  number: number;
}

/** Changes to a record. A missing field stays unchanged; an undefined one is removed. */
export type RecordChange = Partial<
  Pick<AppRecord, 'current' | 'earlier' | 'next' | 'frozen' | 'previewsEndedAt'>
>;

/** A record whose signature was verified. */
export interface HeldRecord {
  record: AppRecord;
  /** The signed record, if time has changed what it means (`countedAt`). */
  signed?: AppRecord;
  /** Hash of its text, as in its head. */
  hash: string;
  /** The signed head, a JWS. */
  head: string;
  /** The content of its file. */
  content: string;
}

/** The signed part of a record, which other apps' publishers copy. */
const Head = Type.Interface([Place], { log: Type.String(), app: Type.String() });

const RecordFile = Type.Object({
  head: SignedHead,
  /** A `Content` as JSON. */
  record: Type.String(),
});

export const logFolder = 'log';

/** In bytes: room for ten earlier releases with warnings, and 200 heads. */
export const largestRecord = 256 * 1024;

const last = 9_999_999_999;

/** Counts down, so lists begin with the newest. Ten digits last 300 years at one per second. */
export const recordPath = (app: string, number: number) =>
  `${logFolder}/${app}/${String(last - number).padStart(10, '0')}.json`;

/** Returns a record's number from its file name; undefined for any other file. */
export function numberOf(name: string): number | undefined {
  const [, left] = /^(\d{10})\.json$/.exec(name) ?? [];
  const number = left === undefined ? 0 : last - Number(left);
  return number > 0 ? number : undefined;
}

/**
 * Verifies a record, and returns it. Its author begins with the name of the key that signed it.
 *
 * @throws {UnknownKeyError} when no publisher has signed it, or an Error of one sentence
 */
export async function verifiedRecord(
  app: string,
  number: number,
  content: string,
  publishers: Publishers,
): Promise<HeldRecord> {
  const path = recordPath(app, number);
  const { head, record: text } = parseJson(RecordFile, content, path);
  const { kid, ...signed } = await verifiedHead(path, app, head, publishers);
  if (signed.number !== number) throw new Error(`${path} is a copy of record ${signed.number}.`);
  const hash = hashOf(text);
  if (signed.hash !== hash) throw new Error(`${path} is not what ${kid} signed.`);
  const said = parseJson(Content, text, path);
  const by = said.by.split(', ', 1)[0] === kid ? said.by : `${kid}, ${said.by}`;
  return { record: { ...said, by, app, number }, hash, head, content };
}

/** @param what name of the head in errors */
export async function verifiedHead(what: string, app: string, jws: string, publishers: Publishers) {
  const kid = await verifySignature('kargo-record', what, jws, [app], publishers);
  const head = parseJson(Head, JSON.stringify(decodeJwt(jws)), what);
  if (head.app !== app) throw new Error(`${what} is one of ${head.app}, by ${kid}.`);
  if (head.log !== publishers.log) throw new Error(`${what} is of another log, by ${kid}.`);
  return { ...head, kid };
}

/** Returns a file's content without verifying it; undefined if it is not a record. */
export function claimedRecord(content: Buffer | undefined) {
  try {
    const { record } = parseJson(RecordFile, String(content), 'The file');
    return { record: parseJson(Content, record, 'The record'), hash: hashOf(record) };
  } catch {
    return undefined;
  }
}

export async function signedRecord(
  { app, number, ...said }: AppRecord,
  key: PublisherKey,
  { log }: Publishers,
): Promise<HeldRecord> {
  const text = jsonOfLines(said);
  const hash = hashOf(text);
  const head = await sign('kargo-record', JSON.stringify({ log, app, number, hash }), key);
  const content = `${JSON.stringify({ head, record: text })}\n`;
  return { record: { ...said, app, number }, hash, head, content };
}

export const hashOf = (content: Buffer | string): string =>
  createHash('sha384').update(content).digest('base64');
