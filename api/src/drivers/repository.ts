import type { ProfileFields } from '@kargo/shared-types/api/driver';
import { sql } from 'kysely';
import type { Database, Driver } from '../database/tables.ts';
import { requireOpen, type Session } from '../sessions/require-session.ts';

/**
 * Saves a driver's profile. A new image must be listed in `unclaimed_images`; the image it replaces
 * is listed there in the same transaction.
 *
 * @returns the driver as saved, and the key of the replaced image.
 */
export function saveProfile(
  db: Database,
  session: Session,
  fields: ProfileFields,
  newImageKey: string | undefined,
): Promise<{ driver: Driver; replacedImageKey: string | null }> {
  return db.transaction().execute(async (trx) => {
    // Its lock serializes saves of one driver, so that each sees the image it replaces.
    const { id: driverId, image_key: oldImageKey } = await requireOpen(trx, session);

    const replacedImageKey = newImageKey ? oldImageKey : null;
    // Throws if the new image is not listed, because its file may have been deleted.
    if (newImageKey) await unlisting(trx, newImageKey).returningAll().executeTakeFirstOrThrow();
    if (replacedImageKey) await listUnclaimedImage(trx, replacedImageKey);

    const driver = await trx
      .updateTable('drivers')
      .set({ ...fields, ...(newImageKey && { image_key: newImageKey }), updated_at: sql`now()` })
      .where('id', '=', driverId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { driver, replacedImageKey };
  });
}

export async function listUnclaimedImage(db: Database, imageKey: string): Promise<void> {
  await db.insertInto('unclaimed_images').values({ image_key: imageKey }).execute();
}

export async function unlistImage(db: Database, imageKey: string): Promise<void> {
  await unlisting(db, imageKey).execute();
}

const unlisting = (db: Database, imageKey: string) =>
  db.deleteFrom('unclaimed_images').where('image_key', '=', imageKey);

/** Returns files that were left behind for more than an hour, which is longer than any upload takes. */
export async function findAbandonedImages(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('unclaimed_images')
    .where('listed_at', '<', sql<Date>`now() - interval '1 hour'`)
    .select('image_key')
    .execute();
  return rows.map((row) => row.image_key);
}
