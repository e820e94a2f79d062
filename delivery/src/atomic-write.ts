import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Writes or replaces a file atomically: readers never see a partial file, even after a power failure. */
export async function writeAtomically(file: string, content: string): Promise<void> {
  // The gateway does not serve files that begin with a dot, in case it is left behind.
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}`);
  try {
    await writeFile(temporary, content, { flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
