import type { FastifyBaseLogger } from 'fastify';
import type { Disk } from 'flydrive';
import type { Kysely } from 'kysely';
import type { Driver, Tables } from '../database/tables.ts';
import { encodeProfileImage } from './encode-profile-image.ts';
import { discardImage, storeUnclaimedImage } from './profile-images.ts';
import type { ProfileChange } from './read-profile-form.ts';
import { saveProfile } from './repository.ts';

/**
 * Saves a change of a profile. When this returns, text and image are both in place and committed; when
 * it throws, neither is.
 */
export async function updateProfile(
  { db, disk, log }: { db: Kysely<Tables>; disk: Disk; log: FastifyBaseLogger },
  driverId: string,
  { fields, image }: ProfileChange,
): Promise<Driver> {
  const newImageKey =
    image && (await storeUnclaimedImage(db, disk, await encodeProfileImage(image)));

  // Not worth failing for: what cannot be deleted now stays listed and is deleted later.
  const discard = (imageKey: string) =>
    discardImage(db, disk, imageKey).catch((err) => log.warn({ err }, 'image not deleted'));

  try {
    const { driver, replacedImageKey } = await saveProfile(db, driverId, fields, newImageKey);
    if (replacedImageKey) await discard(replacedImageKey);
    return driver;
  } catch (error) {
    if (newImageKey) await discard(newImageKey);
    throw error;
  }
}
