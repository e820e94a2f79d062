import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { readKeys } from '@kargo/delivery/keys';
import { newPublisherKey, publisherVariables } from '@kargo/release-log/contract/release-signature';
import { readLog } from '@kargo/release-log/log/read-log';
import { servedApps } from '@kargo/release-log/log/served-releases';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { appsIn } from '@kargo/tools/remotes';

// `pnpm proof release-alone`: publishes one remote from a checkout without any other app, and compares
// the bytes.

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const keyVariables = publisherVariables(await newPublisherKey('proof', ['*']));
const { publishers } = readKeys(keyVariables);
const others = appsIn(root)
  .map(({ folder }) => folder)
  .filter((folder) => folder !== 'remote-marketing');

/** Folders that a team with one remote does not need: the other apps, and generated files. */
const left = new Set([...others, 'e2e', '.git', '.kargo', 'test-results', 'node_modules', 'dist']);

let folder: string;
let checkout: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-release-alone-'));
  checkout = join(folder, 'checkout');
  await cp(root, checkout, {
    recursive: true,
    filter: (path) =>
      !relative(root, path)
        .split('/')
        .some((name) => left.has(name)),
  });
  await run('npx', ['-y', 'pnpm@12', 'install', '--prefer-offline'], { cwd: checkout });
});

after(() => rm(folder, { recursive: true, force: true }));

test('A remote is published without the shell and the other remotes', async () => {
  for (const other of others) assert.ok(!(await readdir(checkout)).includes(other));
  const alone = join(folder, 'alone');
  await release(checkout, 'marketing', alone);
  const { state } = await readLog(new FolderStore(alone), publishers);
  assert.deepEqual(servedApps(state), ['marketing']);

  const together = join(folder, 'together');
  await release(root, 'marketing', together);
  assert.deepEqual(await contents(alone), await contents(together));
  const lockfiles = [root, checkout].map((at) => readFile(join(at, 'pnpm-lock.yaml'), 'utf8'));
  assert.equal(...((await Promise.all(lockfiles)) as [string, string]), 'the lockfile was written');
});

test('An app without sources in this checkout is refused with a clear sentence', async () => {
  await assert.rejects(release(checkout, 'auth', join(folder, 'alone')), {
    code: 1,
    stderr: 'This checkout has no app "auth"; it has marketing.\n',
  });
});

async function release(workspace: string, app: string, releases: string): Promise<void> {
  const script = join(workspace, 'platform/releases/commands/src/release.ts');
  await run(
    process.execPath,
    [script, app, '--without-browser', '--create', '--releases', releases],
    {
      cwd: workspace,
      env: { ...process.env, ...keyVariables, KARGO_DATA_DIR: join(folder, 'data') },
    },
  );
}

/**
 * The files of all releases, by path, without the log, without source maps, which contain the
 * checkout's absolute path, and without `release.json` and its signature, which contain their hashes.
 */
async function contents(releases: string): Promise<Record<string, string>> {
  const entries = await readdir(releases, { withFileTypes: true, recursive: true });
  const isLeftOut = /\.map$|^log\/|\/release\.(json|jws)$/;
  const files = entries.filter(
    (entry) =>
      entry.isFile() && !isLeftOut.test(relative(releases, join(entry.parentPath, entry.name))),
  );
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [relative(releases, path), await readFile(path, 'base64')] as const;
      }),
    ),
  );
}
