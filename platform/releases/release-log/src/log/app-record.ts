import { parseJson } from '@kargo/shared-types/parse-json';
import { decodeJwt } from 'jose';
import {
  type Publishers,
  type SignatureKind,
  verifySignature,
} from '../contract/release-signature.ts';
import { AppRecord } from './log-entry.ts';

/** A record that counts, and the JWS that it was read from. */
export interface HeldRecord {
  jws: string;
  record: AppRecord;
}

/**
 * Verifies a record, and returns it. What it says of who signed it begins with the key that did.
 *
 * @throws {UnknownKeyError} when its key is not among the publishers
 * @throws an Error of one sentence when its key may not publish the app, or it is not a record of this app and log
 */
export async function verifiedRecord(
  app: string,
  jws: string,
  publishers: Publishers,
  kind: SignatureKind = 'kargo-record',
): Promise<AppRecord> {
  const what = `The record of ${app}`;
  const kid = await verifySignature(kind, what, jws, [app], publishers);
  const record = parseJson(AppRecord, JSON.stringify(decodeJwt(jws)), `${what} by ${kid}`);
  if (record.app !== app) throw new Error(`${what} by ${kid} is one of ${record.app}.`);
  if (record.log !== publishers.log) throw new Error(`${what} by ${kid} is of another log.`);
  const { by } = record;
  return by.split(', ', 1)[0] === kid ? record : { ...record, by: `${kid}, ${by}` };
}

/** Returns what a record says, without verifying it; undefined if it is not a record. */
export function claimedRecord(jws: string): AppRecord | undefined {
  try {
    return parseJson(AppRecord, JSON.stringify(decodeJwt(jws)), 'The record');
  } catch {
    return undefined;
  }
}
