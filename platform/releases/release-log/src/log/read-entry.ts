import { keyIdOf, type Publishers } from '../contract/release-signature.ts';
import { claimedRecord, type HeldRecord, verifiedRecord } from './app-record.ts';
import { type AppRecord, hashOf, parseEntry } from './log-entry.ts';

/** An entry of the log, as far as it can be judged without those before it. */
export interface ReadEntry {
  /** Hash of its file, and the one that it names of the file before. */
  hash: string;
  previous: string;
  /** The records that were signed for this entry. */
  added: HeldRecord[];
  /** By app: the JWS of records that it carries over from earlier entries, not verified. */
  carried: ReadonlyMap<string, string>;
  /** By app: the sequence that a record by an unknown key claims. */
  unknown: ReadonlyMap<string, number>;
  /** Why nothing of it counts; empty if it may. */
  problem: string;
}

/** What a file says that is no entry. */
export const nothing = { previous: '', added: [], carried: new Map(), unknown: new Map() };

/** Verifies the records that were signed for this entry. */
export async function readEntry(
  generation: number,
  content: Buffer,
  publishers: Publishers,
): Promise<ReadEntry> {
  const hash = hashOf(content);
  const kids = new Set(publishers.keys.map(({ kid }) => kid));
  try {
    const { previous, records } = parseEntry(generation, content);
    const added: HeldRecord[] = [];
    const carried = new Map<string, string>();
    const unknown = new Map<string, number>();
    for (const [app, jws] of Object.entries(records)) {
      const claim = claimedRecord(jws);
      if (!claim) throw new Error(`The record of ${app} is none.`);
      if (!kids.has(keyIdOf(jws))) unknown.set(app, claim.sequence);
      else if (claim.generation !== generation) carried.set(app, jws);
      else {
        const record = await verifiedRecord(app, jws, publishers);
        if (record.previous !== previous)
          throw new Error(`The record of ${app} follows another entry.`);
        added.push({ jws, record });
      }
    }
    for (const { record } of added) requirePartners(record, added);
    return { hash, previous, added, carried, unknown, problem: '' };
  } catch (error) {
    return { ...nothing, hash, problem: (error as Error).message };
  }
}

/** Refuses a record that was signed to count only together with others that are not here. */
function requirePartners({ app, together = {} }: AppRecord, added: readonly HeldRecord[]): void {
  const versions = new Map(added.map(({ record }) => [record.app, record.current?.version]));
  const missing = Object.keys(together).find((other) => versions.get(other) !== together[other]);
  if (missing === undefined) return;
  throw new Error(
    `The record of ${app} counts only together with ${missing} ${together[missing]}.`,
  );
}
