import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Writes or replaces a file: who reads it finds all of it, after a power failure too. */
export async function writeAtomically(file: string, content: string): Promise<void> {
  // The dot keeps the gateway from serving it if it is left behind.
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}`);
  try {
    await writeFile(temporary, content, { flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
