import { type Kysely, sql } from 'kysely';
import type { ProfileFields } from 'shared-types/driver';
import type { Driver, Tables } from '../database/tables.ts';

/**
 * Saves a driver's profile, with the new image if there is one, which must stand in
 * `unclaimed_images` already. The image it replaces is put there in the same transaction.
 *
 * @returns the driver as saved, and the key of the replaced image.
 */
export function saveProfile(
  db: Kysely<Tables>,
  driverId: string,
  fields: ProfileFields,
  newImageKey: string | undefined,
): Promise<{ driver: Driver; replacedImageKey: string | null }> {
  return db.transaction().execute(async (trx) => {
    // The lock makes saves of one driver queue, so that each sees the image it replaces.
    const { image_key: oldImageKey } = await trx
      .selectFrom('drivers')
      .where('id', '=', driverId)
      .select('image_key')
      .forUpdate()
      .executeTakeFirstOrThrow();

    const replacedImageKey = newImageKey ? oldImageKey : null;
    if (newImageKey) await claimImage(trx, newImageKey);
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

/** Takes an image off the list; fails when it is not on it any more, for its file may be gone. */
async function claimImage(db: Kysely<Tables>, imageKey: string): Promise<void> {
  await db
    .deleteFrom('unclaimed_images')
    .where('image_key', '=', imageKey)
    .returning('image_key')
    .executeTakeFirstOrThrow();
}

/** Notes a file that no driver shows. */
export async function listUnclaimedImage(db: Kysely<Tables>, imageKey: string): Promise<void> {
  await db.insertInto('unclaimed_images').values({ image_key: imageKey }).execute();
}

/** Forgets a file that has been deleted. */
export async function unlistImage(db: Kysely<Tables>, imageKey: string): Promise<void> {
  await db.deleteFrom('unclaimed_images').where('image_key', '=', imageKey).execute();
}

/** Files that were left behind more than an hour ago, when no upload can still be at work. */
export async function findAbandonedImages(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('unclaimed_images')
    .where('listed_at', '<', sql<Date>`now() - interval '1 hour'`)
    .select('image_key')
    .execute();
  return rows.map((row) => row.image_key);
}
