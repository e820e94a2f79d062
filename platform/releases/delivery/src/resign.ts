import { nameOf } from '@kargo/release-log/contract/release-gate';
import { signatureOf, verifiedRelease } from '@kargo/release-log/contract/release-signature';
import { largest } from '@kargo/release-log/contract/release-sizes';
import { claimedRecord } from '@kargo/release-log/log/app-record';
import { appendEntry, contentOf, recordAfter } from '@kargo/release-log/log/append-entry';
import { entryPath, largestEntry, parseEntry } from '@kargo/release-log/log/log-entry';
import { readLog, readOn } from '@kargo/release-log/log/read-log';
import { releaseFile, signatureFile } from '@kargo/shared-types/releases/release-addresses';
import { keyFor, type Store, signerFor } from './keys.ts';
import { isOfUnknownKey, type Named, pathOf } from './read-release.ts';
import { RefusedError } from './refused-error.ts';
import { damageTo } from './release-hashes.ts';

/**
 * Signs current releases and their records again, after a key was revoked. Their files are compared with `release.json`;
 * the signer vouches for the content. Canaries end.
 *
 * @param apps if empty, all apps in the log
 * @returns the signed releases, as `<app> <version>`
 * @throws {RefusedError} when the key may not publish one of them, or a file differs
 */
export async function resign({ store, keys }: Store, apps: readonly string[]): Promise<string[]> {
  let { state } = await readLog(store, keys.publishers);
  for (;;) {
    const claimed = new Map([...state.records].map(([app, { record }]) => [app, record]));
    for (const [app, { sequence, generation }] of state.ignored) {
      if (sequence <= (claimed.get(app)?.sequence ?? 0)) continue;
      const entry = await store.read(entryPath(generation), largestEntry);
      const claim = claimedRecord(parseEntry(generation, entry).records[app] ?? '');
      if (claim) claimed.set(app, claim);
    }
    const signed: string[] = [];
    const records: Record<string, string> = {};
    for (const [app, { sequence, ...claim }] of claimed) {
      const { current } = claim;
      if (!current || (apps.length > 0 && !apps.includes(app))) continue;
      const named = { app, version: current.version };
      const isOfUnknown = await isOfUnknownKey(store, named, keys);
      if (!isOfUnknown && state.records.get(app)?.record.sequence === sequence) continue;
      const signer = signerFor(app, keys);
      if (isOfUnknown) await signRelease({ store, keys }, named);
      const content = { ...contentOf(claim), next: undefined };
      records[app] = await recordAfter(state, app, content, signer);
      signed.push(nameOf(named));
    }
    if (signed.length === 0 || (await appendEntry(store, state, records))) return signed;
    ({ state } = await readOn(store, keys.publishers, state));
  }
}

async function signRelease({ store, keys }: Store, named: Named): Promise<void> {
  const content = String(await store.read(pathOf(named, releaseFile), largest.release));
  const signature = await signatureOf('kargo-release', content, keyFor(named.app, keys));
  const release = await verifiedRelease(named, content, signature, keys.publishers);
  const [damage] = await damageTo(store, release);
  if (damage) throw new RefusedError(damage);
  await store.write(pathOf(named, signatureFile), Buffer.from(signature));
}
