import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Engine } from './engine.ts';

/** Whether Docker's registry is reachable. */
export const hasRegistry = (): Promise<boolean> =>
  fetch('https://registry-1.docker.io/v2/').then(
    () => true,
    () => false,
  );

/**
 * Makes `node:<version>-bookworm-slim` from Debian and npm if it is missing and not downloadable.
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
