import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { inputsHash } from './inputs-hash.ts';

// In a repository of its own. What counts in a checkout is tried in release-version.test.ts.

const root = join(import.meta.dirname, '../..');
const hasGit = spawnSync('git', ['--version']).status === 0;
let repository: string;
let unchanged: string;

before(async () => {
  repository = await mkdtemp(join(tmpdir(), 'kargo-repository-'));
  const template = join(root, 'create-remote/template/repository');
  await cp(join(template, '__dot__gitignore'), join(repository, '.gitignore'));
  await symlink(join(root, 'remote-marketing/node_modules'), join(repository, 'node_modules'));
  await write('package-lock.json', '{ "packages": {} }');
  await write('src/screens.ts', 'export default {};');
  if (hasGit) spawnSync('git', ['init', '--quiet'], { cwd: repository });
  unchanged = await inputsHash(repository, []);
});

after(() => rm(repository, { recursive: true }));

for (const file of [
  '.env',
  '.DS_Store',
  'src/.DS_Store',
  'coverage/lcov.info',
  'test-results/a.xml',
])
  test(`${file} does not count, since git ignores it`, async (t) => {
    if (!hasGit) return t.skip('git is not installed');
    assert.equal(await hashWith(file), unchanged);
  });

for (const file of ['src/added.ts', 'tsconfig.json', 'webpack/rules.ts'])
  test(`${file} counts before it is committed`, async () => {
    assert.notEqual(await hashWith(file), unchanged);
  });

test('Where git is not installed, all files count', async (t) => {
  const { PATH } = process.env;
  process.env.PATH = '';
  t.after(() => Object.assign(process.env, { PATH }));
  assert.equal(await inputsHash(repository, []), unchanged);
  assert.notEqual(await hashWith('.env'), unchanged);
});

async function hashWith(file: string): Promise<string> {
  await write(file, '');
  const hash = await inputsHash(repository, []);
  await rm(join(repository, file));
  return hash;
}

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(join(repository, file)), { recursive: true });
  await writeFile(join(repository, file), content);
}
