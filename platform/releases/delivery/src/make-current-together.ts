import { setTimeout as wait } from 'node:timers/promises';
import { type HeldRecord, verifiedRecord } from '@kargo/release-log/log/app-record';
import { logFolder } from '@kargo/release-log/log/log-entry';
import type { LogState } from '@kargo/release-log/log/log-state';
import { readLog } from '@kargo/release-log/log/read-log';
import { currentVersion } from '@kargo/release-log/log/served-releases';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { candidateReader } from './judge-releases.ts';
import { type Change, makeCurrent, PartnersAwaitedError, signRecords } from './make-current.ts';
import { PartnerMissingError, RefusedError } from './refused-error.ts';

const retryMs = 250;

/**
 * Makes releases current, like `makeCurrent`. So that publishers with separate keys can publish apps that are compatible
 * only with each other's new releases, those that lack nothing else wait for each other. Each leaves an offer, which is
 * no record. Who sees a set of offers that may be served signs records that count only in an entry with the whole set,
 * and whoever sees them all adds it.
 *
 * @throws {RefusedError} when they are still refused at the timeout, or would be with any partner
 */
export async function makeCurrentTogether(change: Change, timeoutMs: number): Promise<void> {
  const { store, versions, keys } = change;
  const deadline = Date.now() + timeoutMs;
  const own = { ...change, until: new Date(deadline).toISOString() };
  // One for all attempts, so that no release is hashed again.
  const readCandidates = candidateReader(change);
  let alone: PartnerMissingError | undefined;
  let offeredAfter: string | undefined;
  let tried: string | undefined;
  try {
    for (;;) {
      const { state } = await readLog(store, keys.publishers);
      if (alone && areCurrent(versions, state)) return;
      const isOffered = offeredAfter === state.hash;
      const partners = isOffered ? await waitingRecords(change, state) : {};
      const trying = [state.hash, ...Object.values(partners).map(({ jws }) => jws)].join();
      if (trying !== tried) {
        tried = trying;
        const refusal = await makeCurrent({ ...own, partners }, readCandidates).catch(ifRefused);
        if (!(refusal instanceof RefusedError)) return;
        if (refusal instanceof PartnersAwaitedError) await leave(store, refusal.records);
        if (!isOffered && !(refusal instanceof PartnerMissingError)) throw refusal;
        if (!isOffered) alone = refusal;
      }
      if (Date.now() >= deadline) throw alone;
      if (isOffered) await wait(retryMs);
      else {
        offeredAfter = state.hash;
        const candidates = await readCandidates(change);
        await leave(store, await signRecords(own, candidates, state, undefined, 'kargo-offer'));
      }
    }
  } finally {
    for (const app of offeredAfter === undefined ? [] : Object.keys(versions))
      await store.remove(waitingPath(app));
  }
}

function ifRefused(error: unknown): RefusedError {
  if (error instanceof RefusedError) return error;
  throw error;
}

const areCurrent = (versions: Record<string, string>, state: LogState) =>
  Object.entries(versions).every(([app, version]) => currentVersion(state, app) === version);

const waitingPath = (app: string) => `${logFolder}/waiting/${app}.jws`;

/** Maximum size of a record that waits, in bytes. */
const largestRecord = 64 * 1024;

async function leave(store: ReleaseStore, records: Record<string, string>): Promise<void> {
  for (const [app, jws] of Object.entries(records)) {
    await store.write(waitingPath(app), Buffer.from(jws));
  }
}

/** Returns what other publishers who still wait have offered or signed for the next entry, by app. */
async function waitingRecords({ store, keys, versions }: Change, state: LogState) {
  const waiting: Record<string, HeldRecord> = {};
  for (const { path } of await store.list(`${logFolder}/waiting`)) {
    const app = path.slice(path.lastIndexOf('/') + 1).replace('.jws', '');
    if (Object.hasOwn(versions, app)) continue;
    const jws = await store.read(path, largestRecord).then(String, () => '');
    const record = await verifiedRecord(app, jws, keys.publishers)
      .catch(() => verifiedRecord(app, jws, keys.publishers, 'kargo-offer'))
      .catch(() => undefined);
    const { current, previous, until = '' } = record ?? {};
    const isWaiting = current && previous === state.hash && Date.parse(until) > Date.now();
    if (record && isWaiting) waiting[app] = { jws, record };
  }
  return waiting;
}
