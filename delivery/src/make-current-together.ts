import { setTimeout as wait } from 'node:timers/promises';
import { verifiedRecord } from '@kargo/release-log/log/app-record';
import { logFolder } from '@kargo/release-log/log/log-entry';
import type { HeldRecord, LogState } from '@kargo/release-log/log/log-state';
import { readLog } from '@kargo/release-log/log/read-log';
import { currentVersion } from '@kargo/release-log/log/served-releases';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import type { Publishers } from '@kargo/shared-types/releases/release-signature';
import { candidateReader, readCandidates } from './judge-releases.ts';
import { type Change, makeCurrent, signRecords } from './make-current.ts';
import { RefusedError } from './refused-error.ts';

const retryMs = 250;

/**
 * Makes releases current, like `makeCurrent`. Releases that are refused wait for those of other
 * publishers, and become current together with them. So publishers with separate keys can publish apps
 * that are compatible only with each other's new releases: each leaves a record that it has signed for the
 * next entry, and whoever completes the set adds the entry.
 *
 * @param timeoutMs how long they wait, in milliseconds
 * @throws {RefusedError} when they are still refused at the timeout
 */
export async function makeCurrentTogether(change: Change, timeoutMs: number): Promise<void> {
  const { store, versions, keys } = change;
  const deadline = Date.now() + timeoutMs;
  // One for all attempts, so that no release is hashed again.
  const readCandidate = candidateReader(change);
  const attempt = (partners: Record<string, HeldRecord>) =>
    refusalOf(makeCurrent({ ...change, partners }, readCandidate));
  let refusal = await attempt({});
  if (!refusal) return;
  const candidates = await readCandidates(change, readCandidate);
  let left = '';
  let tried = '';
  try {
    while (Date.now() < deadline) {
      const { state } = await readLog(store, keys.publishers);
      if (areCurrent(versions, state)) return;
      if (left !== state.hash)
        await leave(store, await signRecords(change, candidates, state, undefined));
      left = state.hash;
      const partners = await waitingRecords(store, state, keys.publishers, Object.keys(versions));
      const trying = JSON.stringify([state.hash, Object.values(partners).map(({ jws }) => jws)]);
      if (trying !== tried) refusal = await attempt(partners);
      if (!refusal) return;
      tried = trying;
      await wait(retryMs);
    }
  } finally {
    for (const app of Object.keys(versions)) await store.remove(waitingPath(app));
  }
  throw refusal;
}

const areCurrent = (versions: Record<string, string>, state: LogState) =>
  Object.entries(versions).every(([app, version]) => currentVersion(state, app) === version);

async function refusalOf(attempt: Promise<unknown>): Promise<RefusedError | undefined> {
  try {
    await attempt;
    return undefined;
  } catch (error) {
    if (error instanceof RefusedError) return error;
    throw error;
  }
}

const waitingPath = (app: string) => `${logFolder}/waiting/${app}.jws`;

/** Maximum size of a record that waits, in bytes. */
const largestRecord = 64 * 1024;

async function leave(store: ReleaseStore, records: Record<string, string>): Promise<void> {
  for (const [app, jws] of Object.entries(records)) {
    await store.write(waitingPath(app), Buffer.from(jws));
  }
}

/**
 * Returns the records that other publishers have signed for the next entry, by app. What is not valid, or
 * was left by a publisher that was killed, is ignored.
 */
async function waitingRecords(
  store: ReleaseStore,
  state: LogState,
  publishers: Publishers,
  own: readonly string[],
): Promise<Record<string, HeldRecord>> {
  const waiting: Record<string, HeldRecord> = {};
  for (const { path } of await store.list(`${logFolder}/waiting`)) {
    const app = path.slice(path.lastIndexOf('/') + 1).replace('.jws', '');
    if (own.includes(app)) continue;
    const held = await readWaiting(store, path, app, publishers).catch(() => undefined);
    if (held?.record.previous === state.hash) waiting[app] = held;
  }
  return waiting;
}

async function readWaiting(
  store: ReleaseStore,
  path: string,
  app: string,
  publishers: Publishers,
): Promise<HeldRecord> {
  const jws = String(await store.read(path, largestRecord));
  return { jws, record: await verifiedRecord(app, jws, publishers) };
}
