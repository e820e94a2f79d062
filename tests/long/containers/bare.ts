import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { nodeImage } from './node-image.ts';

const nodes = ['20.20.2', '24.21.0'];
const commands = ['start', 'test', 'new-remote'];
const root = join(import.meta.dirname, '../../..');

/**
 * Runs the two commands of the README, and those for a new remote, on a copy of this tree: with Debian, Node and npm only,
 * an unprivileged user, no browser, no git, empty caches, and 1 MB of /dev/shm.
 *
 * @throws when one fails, or leaves something running
 */
export async function runBare(engine: Engine): Promise<void> {
  for (const version of nodes) {
    const image = await nodeImage(engine, version);
    for (const command of commands)
      if (!(await run(engine, image, command)))
        throw new Error(`${command} failed on Node ${version}.`);
  }
}

/** Runs a command in a container of its own. Returns whether it succeeded and left nothing running. */
async function run(engine: Engine, image: string, command: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-bare-'));
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split(
    '\0',
  );
  for (const file of files.filter(Boolean)) await cp(join(root, file), join(folder, file));
  execFileSync('chown', ['-R', '1000:1000', folder]);
  const { status } = spawnSync(
    engine.name,
    [
      ...['run', '--rm', '--user', '1000:1000', '--cap-drop', 'all', '--shm-size', '1m'],
      ...['--security-opt', 'no-new-privileges', '--env', 'HOME=/tmp/home'],
      ...['--volume', `${folder}:/kargo`, '--workdir', '/kargo'],
      ...[image, 'tests/long/containers/bare.sh', command],
    ],
    { stdio: 'inherit' },
  );
  await rm(folder, { recursive: true });
  return status === 0;
}
