import { join } from 'node:path';
import { releaseFile, signatureFile } from 'shared-types/releases/release-addresses';
import { nameOf } from 'shared-types/releases/release-gate';
import { currentVersion } from 'shared-types/releases/release-map';
import { signatureOf, verifiedRelease } from 'shared-types/releases/release-signature';
import { largest } from 'shared-types/releases/release-sizes';
import { writeAtomically } from './atomic-write.ts';
import { type Keys, keyFor } from './keys.ts';
import { readPublished } from './read-stored.ts';
import { RefusedError } from './refused-error.ts';
import { damageTo } from './release-hashes.ts';
import { readReleaseMap } from './release-map.ts';
import { isOfStranger } from './release-store.ts';

/**
 * Signs current releases again that are not signed by one of the publishers. Their files are checked
 * against `release.json`; the signer vouches for the content.
 *
 * @param apps apps to sign; if empty, all apps in the map
 * @returns the signed releases, as `<app> <version>`
 * @throws {RefusedError} when the key may not publish one of them, or a file differs
 */
export async function resign(
  releases: string,
  apps: readonly string[],
  keys: Keys,
): Promise<string[]> {
  const map = await readReleaseMap(releases);
  const signed: string[] = [];
  for (const app of apps.length > 0 ? apps : Object.keys(map.apps)) {
    const named = { app, version: currentVersion(map, app) ?? '' };
    if (!(await isOfStranger(releases, named, keys))) continue;
    const content = String(await readPublished(releases, named, releaseFile, largest.release));
    const signature = await signatureOf(content, keyFor(app, keys));
    const release = await verifiedRelease(named, content, signature, keys.publishers);
    const [damage] = await damageTo(releases, release);
    if (damage) throw new RefusedError(damage);
    await writeAtomically(join(releases, app, named.version, signatureFile), signature);
    signed.push(nameOf(named));
  }
  return signed;
}
