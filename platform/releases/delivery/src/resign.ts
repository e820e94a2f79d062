import { nameOf } from '@kargo/release-log/contract/release-gate';
import { keyIdOf, signatureOf } from '@kargo/release-log/contract/release-signature';
import { largest } from '@kargo/release-log/contract/release-sizes';
import { recordAfter } from '@kargo/release-log/log/append-entry';
import { hashOf } from '@kargo/release-log/log/log-entry';
import { ifNotStored } from '@kargo/release-log/stores/release-store';
import { releaseFile, signatureFile } from '@kargo/shared-types/releases/release-addresses';
import { addEntry } from './change-record.ts';
import { type Store, signerFor } from './keys.ts';
import { pathOf, readWhole } from './read-release.ts';
import { RefusedError } from './refused-error.ts';

/**
 * Signs current releases and their records again, in place of a key that is to be revoked. The releases have to be the
 * ones that the log names; the signer vouches for the content. Canaries end.
 *
 * @param kid name of that key, still among the publishers, so that nothing is signed again that it has not signed
 * @param apps if empty, all apps in the log
 * @returns the signed releases, as `<app> <version>`
 * @throws {RefusedError} when it is not among them, the own key may not publish one of the apps, or a file differs
 */
export async function resign(on: Store, kid: string, apps: readonly string[]): Promise<string[]> {
  const { store, keys } = on;
  if (!keys.publishers.keys.some((publisher) => publisher.kid === kid))
    throw new RefusedError(
      `The key ${kid} is not among PUBLISHERS: what it has signed can be checked only while it is.`,
    );
  const signed = new Map<string, string>();
  await addEntry(on, async (state) => {
    signed.clear();
    const records: Record<string, string> = {};
    for (const [app, { jws, record }] of state.records) {
      const { current } = record;
      if (!current || (apps.length > 0 && !apps.includes(app))) continue;
      const named = { app, version: current.version };
      const read = (file: string, maxBytes: number) => store.read(pathOf(named, file), maxBytes);
      const signature = await read(signatureFile, largest.signature).catch(ifNotStored);
      if (keyIdOf(jws) !== kid && keyIdOf(String(signature)) !== kid) continue;
      const signer = signerFor(app, keys);
      await readWhole(store, named, keys);
      const content = String(await read(releaseFile, largest.release));
      if (hashOf(content) !== current.hash)
        throw new RefusedError(
          `release.json of ${nameOf(named)} is not the one that the log names.`,
        );
      const again = await signatureOf('kargo-release', content, signer.key);
      await store.write(pathOf(named, signatureFile), Buffer.from(again));
      records[app] = await recordAfter(state, app, { next: undefined }, signer);
      signed.set(app, nameOf(named));
    }
    return records;
  });
  return [...signed.values()];
}
