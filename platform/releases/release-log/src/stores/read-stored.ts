import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { UnreadableError } from './release-store.ts';

/** Windows lacks the last two flags, and has no pipes in its file systems. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Reads a file in a folder that others write to. Refuses links, large files and blocking pipes.
 *
 * @param folder the folder itself may be a link
 * @throws an Error with a `code` such as ENOENT if opening fails, or a one-sentence UnreadableError
 */
export async function readStored(folder: string, path: string, maxBytes: number): Promise<Buffer> {
  const file = await withoutLinks(folder, path);
  await using handle = await open(file, flags);
  const stats = await handle.stat();
  if (!stats.isFile()) throw new UnreadableError(`${file} is not a file.`);
  if (stats.size > maxBytes)
    throw new UnreadableError(`${file} has ${stats.size} bytes, and may have ${maxBytes}.`);
  // The file may grow or shrink while it is read.
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(stats.size), 0, stats.size);
  return buffer.subarray(0, bytesRead);
}

async function withoutLinks(folder: string, path: string): Promise<string> {
  const file = join(folder, path);
  if (!file.startsWith(join(folder, sep)))
    throw new UnreadableError(`${file} is not in ${folder}.`);
  if ((await realpath(file)) === join(await realpath(folder), path)) return file;
  throw new UnreadableError(`${file} is reached by a link.`);
}
