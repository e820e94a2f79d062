import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Engine } from './engine.ts';

/** Whether Docker's registry, where images come from, can be reached. */
export const hasRegistry = (): Promise<boolean> =>
  fetch('https://registry-1.docker.io/v2/').then(
    () => true,
    () => false,
  );

/**
 * Makes `node:<version>-bookworm-slim` from Debian and npm where it can neither be downloaded nor
 * is there.
 *
 * @returns its name
 * @throws without podman
 */
export async function nodeImage(engine: Engine, version: string): Promise<string> {
  const name = `docker.io/library/node:${version}-bookworm-slim`;
  if (await hasRegistry()) return name;
  if (engine.name !== 'podman')
    throw new Error(`${name} cannot be downloaded, and only podman can make it.`);
  const isThere = await engine.run('image', 'exists', name).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    const script = join(import.meta.dirname, 'make-node-image.sh');
    await promisify(execFile)(script, [name, version], { maxBuffer: 64 * 1024 * 1024 });
  }
  return name;
}
