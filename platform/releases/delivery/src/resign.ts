import { hashOf, type RecordChange } from '@kargo/release-log/log/app-record';
import { nameOf } from '@kargo/release-log/rules/release-gate';
import { keyIdOf, signatureOf } from '@kargo/release-log/rules/release-signature';
import { largest } from '@kargo/release-log/rules/release-sizes';
import { ifNotStored } from '@kargo/release-log/stores/release-store';
import { releaseFile, signatureFile } from '@kargo/shared-types/releases/release-addresses';
import { addRecords } from './change-record.ts';
import { type KeyedStore, keyFor } from './keys.ts';
import { pathOf, readWhole } from './read-release.ts';
import { RefusedError } from './refused-error.ts';

/**
 * Signs current releases and their records again, in place of a key that is about to be revoked.
 * Each must be the one that the log names, and the signer vouches for its content. Canaries end.
 *
 * @param kid name of that key, still among the publishers: only what it signed is signed again
 * @param apps if empty, all apps in the log
 * @returns the signed releases, as `<app> <version>`
 * @throws {RefusedError} if it is not among them, this key may not publish an app, or files changed
 */
export async function resign(
  on: KeyedStore,
  kid: string,
  apps: readonly string[],
): Promise<string[]> {
  const { store, keys } = on;
  if (!keys.publishers.keys.some((publisher) => publisher.kid === kid))
    throw new RefusedError(
      `The key ${kid} is not among PUBLISHERS: its signatures can be verified only while it is.`,
    );
  const signed = new Map<string, string>();
  await addRecords(on, async (state) => {
    signed.clear();
    const changes: Record<string, RecordChange> = {};
    for (const [app, { head, record }] of state.records) {
      const { current } = record;
      if (!current || (apps.length > 0 && !apps.includes(app))) continue;
      const named = { app, version: current.version };
      const read = (file: string, maxBytes: number) => store.read(pathOf(named, file), maxBytes);
      const signature = await read(signatureFile, largest.signature).catch(ifNotStored);
      if (keyIdOf(head) !== kid && keyIdOf(String(signature)) !== kid) continue;
      const key = keyFor(app, keys);
      await readWhole(store, named, keys);
      const content = String(await read(releaseFile, largest.release));
      if (hashOf(content) !== current.hash)
        throw new RefusedError(
          `release.json of ${nameOf(named)} is not the one that the log names.`,
        );
      const again = await signatureOf('kargo-release', content, key);
      await store.write(pathOf(named, signatureFile), Buffer.from(again));
      changes[app] = { next: undefined };
      signed.set(app, nameOf(named));
    }
    return changes;
  });
  return [...signed.values()];
}
