import type { FastifyBaseLogger } from 'fastify';
import type { Database, Driver } from '../database/tables.ts';
import { requireOpen, type Session } from '../sessions/require-session.ts';
import type { FileStorage } from '../storage/open-storage.ts';
import { encodeProfileImage } from './encode-profile-image.ts';
import { discardImage, storeUnclaimedImage } from './profile-images.ts';
import type { ProfileChange } from './read-profile-form.ts';
import { saveProfile } from './repository.ts';

/**
 * Saves a change of a profile. Text and image are saved together, or neither if it throws.
 *
 * @throws {ApiError} `unauthorized` when the session has ended, and as `encodeProfileImage`.
 */
export async function updateProfile(
  { db, disk, log }: { db: Database; disk: FileStorage; log: FastifyBaseLogger },
  session: Session,
  { fields, image }: ProfileChange,
): Promise<Driver> {
  await requireOpen(db, session);
  const newImageKey =
    image && (await storeUnclaimedImage(db, disk, await encodeProfileImage(image)));

  // A failed deletion is not an error: the file stays listed and is deleted later.
  const discard = (imageKey: string) =>
    discardImage(db, disk, imageKey).catch((err) => log.warn({ err }, 'image not deleted'));

  try {
    const { driver, replacedImageKey } = await saveProfile(db, session, fields, newImageKey);
    if (replacedImageKey) await discard(replacedImageKey);
    return driver;
  } catch (error) {
    if (newImageKey) await discard(newImageKey);
    throw error;
  }
}
