import type { Database } from '../database/tables.ts';
import { type Env, EnvError } from '../env.ts';
import type { FileStorage } from '../storage/open-storage.ts';

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
    if (known.is_used) {
      if (id !== known.id) throw refusal(env, known.id);
      return;
    }
    // Databases may share a folder, so an existing id is kept.
    if (!id) await disk.put(idFile, known.id);
    await trx
      .updateTable('storage')
      .set({ is_used: true, ...(id && { id }) })
      .execute();
  });
}

function refusal({ STORAGE_DRIVER, STORAGE_DIR, S3_BUCKET }: Env, id: string): EnvError {
  const [place, variable] =
    STORAGE_DRIVER === 'fs' ? [STORAGE_DIR, 'STORAGE_DIR'] : [S3_BUCKET, 'S3_BUCKET'];
  return new EnvError(
    `The pictures of this database are not in ${place} (${variable}): name the folder or bucket of all other API processes, or write ${id} into ${place}/${idFile} to use this one from now on.`,
  );
}
