import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { ApiError } from '../api-error.ts';
import type { Database } from '../database/tables.ts';
import type { FileStorage } from '../storage/open-storage.ts';
import { listUnclaimedImage, unlistImage } from './repository.ts';

/** Names of stored images: 128 random bits, so that they cannot be guessed. */
export const imageKeyPattern = /^[0-9a-f]{32}\.webp$/;

const fileOf = (imageKey: string) => `profile-images/${imageKey}`;

/**
 * Stores an encoded image that no driver uses yet, and returns its key.
 *
 * @throws {ApiError} `unavailable` when the storage fails; a partial file is deleted.
 */
export async function storeUnclaimedImage(db: Database, disk: FileStorage, image: Buffer) {
  const imageKey = `${randomBytes(16).toString('hex')}.webp`;
  await listUnclaimedImage(db, imageKey);
  try {
    await disk.put(fileOf(imageKey), image, { contentType: 'image/webp' });
  } catch (cause) {
    // A full disk leaves a partial file, which stays listed if deleting fails or writing may go on.
    if (!(cause instanceof ApiError)) await discardImage(db, disk, imageKey).catch(() => {});
    const sentence = 'The image could not be stored. Please try again later.';
    throw new ApiError('unavailable', sentence, { cause });
  }
  return imageKey;
}

export async function readImage(disk: FileStorage, imageKey: string) {
  if (!(await disk.exists(fileOf(imageKey)))) return undefined;
  return disk.getBytes(fileOf(imageKey));
}

/** Deletes a listed file. Unlists it first, so that no driver gets it in the meantime. */
const discardImage = (db: Database, disk: FileStorage, imageKey: string) =>
  db.transaction().execute(async (trx) => {
    if (await unlistImage(trx, imageKey)) await disk.delete(fileOf(imageKey));
  });

/** Deletes files unused for an hour: a newer one may belong to a COMMIT that got no response. */
export async function discardAbandonedImages(db: Database, disk: FileStorage): Promise<void> {
  const { rows } = await sql<{ image_key: string }>`
    select image_key from unclaimed_images
    where listed_at < now() - interval '1 hour' and not exists
      (select from drivers where image_key = unclaimed_images.image_key)`.execute(db);
  const errors: unknown[] = [];
  for (const { image_key } of rows)
    await discardImage(db, disk, image_key).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
