import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { UnreadableError } from './release-store.ts';

/** The last two flags do not exist on Windows, whose file systems have no pipes. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Reads a file in a folder that others write to. Refuses a pipe, which would block forever, a link, and a
 * file that may not fit in memory.
 *
 * @param folder may be a link itself
 * @throws an Error with a `code` such as ENOENT when it cannot be opened, else an UnreadableError of one sentence
 */
export async function readStored(folder: string, path: string, maxBytes: number): Promise<Buffer> {
  const file = await withoutLinks(folder, path);
  await using handle = await open(file, flags);
  const stats = await handle.stat();
  if (!stats.isFile()) throw new UnreadableError(`${file} is no file.`);
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
