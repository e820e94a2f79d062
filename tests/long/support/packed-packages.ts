import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Packs what remotes are made of, as `pnpm pack-packages` does. Disposing of it deletes the files. */
export async function packedPackages(): Promise<AsyncDisposable & { files: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-packages-'));
  await run(process.execPath, [
    join(import.meta.dirname, '../../../platform/releases/pack/pack.ts'),
    folder,
  ]);
  const names = (await readdir(folder)).sort();
  return {
    files: names.map((name) => join(folder, name)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
