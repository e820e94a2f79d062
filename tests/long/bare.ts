import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEngine, notRun } from './containers/engine.ts';
import { nodeImage } from './containers/node-image.ts';

// `pnpm proof bare`: the two commands of the README, and those for a new remote, on a copy of this tree, in a container
// with Debian, Node and npm only: an unprivileged user, no browser, no git, empty caches, and 1 MB of /dev/shm. Exits
// with 77 without an engine.

const nodes = ['20.20.2', '24.21.0'];
const commands = ['start', 'test', 'new-remote'];
const root = join(import.meta.dirname, '../..');

using engine = await findEngine();
if (!engine) {
  console.error('There is no container engine: install Docker, or podman and docker-compose.');
  process.exit(notRun);
}
const failed: string[] = [];
for (const version of nodes) {
  const image = await nodeImage(engine, version);
  for (const command of commands) {
    const name = `${command} on Node ${version}`;
    const began = performance.now();
    if (!(await run(image, command))) failed.push(name);
    console.log(`${name}: ${Math.round((performance.now() - began) / 1000)} s`);
  }
}
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Runs a command in a container of its own. Returns whether it succeeded and left nothing running. */
async function run(image: string, command: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-bare-'));
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split(
    '\0',
  );
  for (const file of files.filter(Boolean)) await cp(join(root, file), join(folder, file));
  execFileSync('chown', ['-R', '1000:1000', folder]);
  const { status } = spawnSync(
    `${engine?.name}`,
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
