import type { Database } from '../database/tables.ts';
import { type Env, EnvError } from '../env.ts';
import type { FileStorage } from '../storage/open-storage.ts';
import { isImageStored } from './profile-images.ts';

/** File with the id of the folder or bucket. It moves together with the pictures. */
const idFile = 'storage-id';

/**
 * Refuses any folder or bucket other than the first start's: all API processes need the same
 * pictures. APIs that start at the same time wait for each other.
 *
 * @throws {EnvError} that says what to change.
 */
export async function requireSameStorage(db: Database, disk: FileStorage, env: Env): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const known = await trx.selectFrom('storage').selectAll().forUpdate().executeTakeFirstOrThrow();
    const id = (await disk.exists(idFile))
      ? Buffer.from(await disk.getBytes(idFile))
          .toString()
          .trim()
      : undefined;
    if (id !== known.id && (known.is_used || (await lacksPictures(trx, disk)))) {
      throw refusal(env, known.id);
    }
    if (known.is_used) return;
    // Databases may share a folder, so an existing id is kept.
    if (!id) await disk.put(idFile, known.id);
    await trx
      .updateTable('storage')
      .set({ is_used: true, ...(id && { id }) })
      .execute();
  });
}

/** Whether drivers have pictures, and none of up to ten that are checked is in the storage. */
async function lacksPictures(db: Database, disk: FileStorage): Promise<boolean> {
  const drivers = await db
    .selectFrom('drivers')
    .where('image_key', 'is not', null)
    .select('image_key')
    .limit(10)
    .execute();
  const areStored = await Promise.all(
    drivers.map(({ image_key }) => image_key !== null && isImageStored(disk, image_key)),
  );
  return drivers.length > 0 && !areStored.includes(true);
}

function refusal({ STORAGE_DRIVER, STORAGE_DIR, S3_BUCKET }: Env, id: string): EnvError {
  const [place, variable] =
    STORAGE_DRIVER === 'fs' ? [STORAGE_DIR, 'STORAGE_DIR'] : [S3_BUCKET, 'S3_BUCKET'];
  return new EnvError(
    `The pictures of this database are not in ${place} (${variable}): name the folder or bucket of all other API processes, or write ${id} into ${place}/${idFile} to use this one from now on.`,
  );
}
