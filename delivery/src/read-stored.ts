import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** Windows knows the last two not, and has no pipes among its files. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Reads a file of a folder that others write to. What they put there may be a pipe, for which a
 * reader would wait for ever, lead elsewhere, or be larger than the memory. `gateway` has the same.
 *
 * @param folder may be reached by a link itself
 * @param path inside the folder
 * @param maxBytes of the file
 * @throws an Error with a `code` such as ENOENT when it cannot be opened, else of one sentence
 */
export async function readStored(folder: string, path: string, maxBytes: number): Promise<Buffer> {
  const file = await withoutLinks(folder, path);
  const handle = await open(file, flags);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error(`${file} is no file.`);
    if (stats.size > maxBytes)
      throw new Error(`${file} has ${stats.size} bytes, and may have ${maxBytes}.`);
    // It may grow while it is read.
    return await buffer(handle.createReadStream({ end: maxBytes, autoClose: false }));
  } finally {
    await handle.close();
  }
}

/**
 * The path of a file that no link leads to, as far as it is inside the folder.
 *
 * @throws as `readStored`
 */
export async function withoutLinks(folder: string, path: string): Promise<string> {
  const file = join(folder, path);
  if (!file.startsWith(join(folder, sep))) throw new Error(`${file} is not in ${folder}.`);
  if ((await realpath(file)) === join(await realpath(folder), path)) return file;
  throw new Error(`${file} is reached by a link.`);
}

/**
 * Reads a file of a published release. Whoever sets the store up may link an app's folder, but nobody
 * what is inside.
 *
 * @throws as `readStored`
 */
export const readPublished = (
  releases: string,
  { app, version }: { app: string; version: string },
  path: string,
  maxBytes: number,
): Promise<Buffer> => readStored(join(releases, app), `${version}/${path}`, maxBytes);
