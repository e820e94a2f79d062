import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { releaseVersion } from '@kargo/build/release-version';
import { remotesIn } from '@kargo/build/remotes';
import { editableCheckout } from 'e2e/support/checkout';
import { addRemote } from './add-remote.ts';

// Adds a remote to a copy of this checkout, and does nothing else. `pnpm proof containers` does so
// with the command, runs all checks, and releases it. It is named like a component of its screen.

const checkout = await editableCheckout();
after(() => checkout[Symbol.asyncDispose]());
const { folder } = checkout;
const remote = join(folder, 'remote-text');

const others = remotesIn(folder);
const versions = () => Promise.all(others.map(({ path }) => releaseVersion(path)));
const before = await versions();
await addRemote(folder, { name: 'text', path: '/text' });
// Links to the same packages, which pnpm would make.
cpSync(join(folder, 'remote-auth/node_modules'), join(remote, 'node_modules'), {
  recursive: true,
  verbatimSymlinks: true,
});

test('No other remote has another version; release-version.test.ts has what changes in the lockfile', async () => {
  assert.deepEqual(await versions(), before);
});

test('Its types are right', async () => {
  await run(remote, 'ts7/bin/tsc', '--project', 'tsconfig.json', '--checkers', '1');
});

if (process.env.PROOF)
  test('Its imports are allowed', async () => {
    await run(folder, 'dependency-cruiser/bin/dependency-cruiser.mjs', 'remote-text');
  });

test('It is formatted, and so is what was added to other files', async () => {
  const changed = ['shell/src/routes.ts', 'docker-compose.yml', 'platform/deploy'];
  await run(folder, '@biomejs/biome/bin/biome', 'ci', 'remote-text', ...changed);
});

test('It has a test, which is the only one that its own command runs, and passes', async () => {
  const { scripts } = JSON.parse(readFileSync(join(remote, 'package.json'), 'utf8'));
  const [jest, ...parameters] = scripts.test.split(' ');
  assert.equal(jest, 'jest');
  const { stderr } = await run(remote, 'jest/bin/jest.js', ...parameters);
  assert.match(stderr, /^Tests: +1 passed, 1 total$/m);
});

/** Runs a program of the checkout. Fails with its output. */
async function run(cwd: string, program: string, ...parameters: string[]) {
  const script = join(folder, 'node_modules', program);
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, FORCE_COLOR: '0' };
  try {
    return await promisify(execFile)(process.execPath, [script, ...parameters], { cwd, env });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    assert.fail(`${program} failed:\n${stdout}${stderr}`);
  }
}
