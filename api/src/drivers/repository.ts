import type { ProfileFields } from '@kargo/shared-types/api/driver';
import { sql } from 'kysely';
import type { Database, Driver } from '../database/tables.ts';
import { type DriverSession, requireOpenToChange } from '../sessions/require-session.ts';

/**
 * Saves a driver's profile. A new image must be listed in `unclaimed_images`; the image it replaces
 * is listed there in the same transaction.
 */
export function saveProfile(
  db: Database,
  session: DriverSession,
  fields: ProfileFields,
  newImageKey: string | undefined,
): Promise<Driver> {
  return db.transaction().execute(async (trx) => {
    // Its lock serializes saves of one driver, so that each sees the image it replaces.
    const { id: driverId, image_key: oldImageKey } = await requireOpenToChange(trx, session);

    if (newImageKey) {
      // Otherwise its file may have been deleted.
      if (!(await unlistImage(trx, newImageKey))) throw new Error('The image is not listed.');
      if (oldImageKey) await listUnclaimedImage(trx, oldImageKey);
    }
    return trx
      .updateTable('drivers')
      .set({ ...fields, ...(newImageKey && { image_key: newImageKey }), updated_at: sql`now()` })
      .where('id', '=', driverId)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

export async function listUnclaimedImage(db: Database, imageKey: string): Promise<void> {
  await db.insertInto('unclaimed_images').values({ image_key: imageKey }).execute();
}

/** @returns false if the image was not listed. */
export async function unlistImage(db: Database, imageKey: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('unclaimed_images')
    .where('image_key', '=', imageKey)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
