import { join } from 'node:path';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { readStored } from '@kargo/release-log/stores/read-stored';
import { parseJson } from '@kargo/shared-types/parse-json';
import type { FastifyBaseLogger } from 'fastify';
import { type Static, Type } from 'typebox';

/** By path: the files of the records that count, which are signed. They can be put back. */
const Files = Type.Object({ records: Type.Record(Type.String(), Type.String()) });
export type KeptState = Static<typeof Files>;

const fileName = 'release-log.json';

/** Maximum size of the file in bytes. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads the state of the log that is kept outside the release store, so that somebody who can write to the store
 * cannot restore an older one. Returns undefined if there is none, or if the file is damaged, which is logged: the site
 * is served anyway.
 *
 * @param folder if undefined, nothing is kept
 */
export async function readKeptState(
  folder: string | undefined,
  log: FastifyBaseLogger,
): Promise<KeptState | undefined> {
  if (!folder) return undefined;
  const file = join(folder, fileName);
  try {
    const text = String(await readStored(folder, fileName, maxBytes));
    return parseJson(Files, text, file);
  } catch (error) {
    const { code, message: problem } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT')
      log.error(
        { problem },
        'the kept state of the release log is damaged, so a log that was cut off would be accepted now: compare what is current, by "pnpm releases", with what was published last',
      );
    return undefined;
  }
}

/** @throws when it cannot be written, for example because the disk is full; then the old file stays */
export async function keepState(folder: string | undefined, state: KeptState): Promise<void> {
  const content = Buffer.from(JSON.stringify(state));
  if (folder) await new FolderStore(folder).write(fileName, content);
}
