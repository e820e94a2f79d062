import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Release } from '@kargo/shared-types/releases/release';
import { inputsHash } from '../inputs-hash.ts';

type Calls = NonNullable<Release['calls']>;

/** Packages whose sources are compiled with those of an app, and that of the compiler. */
const compiled = ['shared-types', 'shared-ui', 'shared-runtime', 'tools'];

/**
 * Returns what apps expect of the API, see `findCalls`. A process of its own compiles those whose sources or libraries
 * have changed; what it finds is kept in `node_modules/.cache`, so a build does not repeat what a check has done.
 *
 * @param paths the folders of their packages
 */
export async function expectedCalls(paths: readonly string[]): Promise<Calls[]> {
  const files = await Promise.all(paths.map(cacheFile));
  const kept = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => null)));
  const changed = paths.filter((_, index) => !kept[index]);
  const found = changed.length > 0 ? await compile(changed) : [];
  return Promise.all(
    files.map(async (file, index) => {
      const known = kept[index];
      if (known) return JSON.parse(known);
      const calls = found[changed.indexOf(paths[index] ?? '')];
      await keep(file, JSON.stringify(calls));
      return calls;
    }),
  );
}

async function cacheFile(path: string): Promise<string> {
  const name = `${basename(path)}-${(await inputsHash(path, compiled)).slice(0, 20)}.json`;
  return join(path, 'node_modules/.cache/kargo-calls', name);
}

async function compile(paths: readonly string[]): Promise<Calls[]> {
  const program = join(import.meta.dirname, `find-calls${extname(import.meta.filename)}`);
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...paths]);
  return JSON.parse(stdout);
}

async function keep(file: string, content: string): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(unfinished, content);
    await rename(unfinished, file);
  } catch (error) {
    // It is found again next time.
    process.emitWarning(error as Error);
  }
}
