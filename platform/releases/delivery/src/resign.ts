import { nameOf } from '@kargo/release-log/contract/release-gate';
import { signatureOf, verifiedRelease } from '@kargo/release-log/contract/release-signature';
import { largest } from '@kargo/release-log/contract/release-sizes';
import { claimedRecord } from '@kargo/release-log/log/app-record';
import { contentOf, recordAfter } from '@kargo/release-log/log/append-entry';
import { entryPath, largestEntry, parseEntry } from '@kargo/release-log/log/log-entry';
import type { LogState } from '@kargo/release-log/log/log-state';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { releaseFile, signatureFile } from '@kargo/shared-types/releases/release-addresses';
import { addEntry } from './change-record.ts';
import { keyFor, type Store, signerFor } from './keys.ts';
import { isOfUnknownKey, type Named, pathOf, requireWhole } from './read-release.ts';

/**
 * Signs current releases and their records again, after a key was revoked. Their files are compared with `release.json`;
 * the signer vouches for the content. Canaries end.
 *
 * @param apps if empty, all apps in the log
 * @returns the signed releases, as `<app> <version>`
 * @throws {RefusedError} when the key may not publish one of them, or a file differs
 */
export async function resign(on: Store, apps: readonly string[]): Promise<string[]> {
  const { store, keys } = on;
  const signed = new Map<string, string>();
  await addEntry(on, async (state) => {
    signed.clear();
    const records: Record<string, string> = {};
    for (const [app, { sequence, ...claim }] of await claimedRecords(store, state)) {
      const { current } = claim;
      if (!current || (apps.length > 0 && !apps.includes(app))) continue;
      const named = { app, version: current.version };
      const isOfUnknown = await isOfUnknownKey(store, named, keys);
      if (!isOfUnknown && state.records.get(app)?.record.sequence === sequence) continue;
      const signer = signerFor(app, keys);
      if (isOfUnknown) await signRelease(on, named);
      const content = { ...contentOf(claim), next: undefined };
      records[app] = await recordAfter(state, app, content, signer);
      signed.set(app, nameOf(named));
    }
    return records;
  });
  return [...signed.values()];
}

/** Returns the records that count, or newer ones by an unknown key. */
async function claimedRecords(store: ReleaseStore, { records, ignored }: LogState) {
  const claimed = new Map([...records].map(([app, { record }]) => [app, record]));
  for (const [app, { sequence, generation }] of ignored) {
    if (sequence <= (claimed.get(app)?.sequence ?? 0)) continue;
    const entry = await store.read(entryPath(generation), largestEntry);
    const claim = claimedRecord(parseEntry(generation, entry).records[app] ?? '');
    if (claim) claimed.set(app, claim);
  }
  return claimed;
}

async function signRelease({ store, keys }: Store, named: Named): Promise<void> {
  const content = String(await store.read(pathOf(named, releaseFile), largest.release));
  const signature = await signatureOf('kargo-release', content, keyFor(named.app, keys));
  const release = await verifiedRelease(named, content, signature, keys.publishers);
  await requireWhole(store, release);
  await store.write(pathOf(named, signatureFile), Buffer.from(signature));
}
