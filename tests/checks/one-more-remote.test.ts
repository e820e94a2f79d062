import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { root } from '@kargo/commands/settings';
import { parse } from 'yaml';

// A checkout with one more remote, in no list: every tool has to find it by its folder's name.
// import-rules.test.ts tests this for the import rules.

const checkout = mkdtempSync(join(tmpdir(), 'kargo-one-more-remote-'));
after(() => rmSync(checkout, { recursive: true }));
for (const name of [...globSync('jest.*', { cwd: root }), 'package.json']) {
  cpSync(join(root, name), join(checkout, name));
}
for (const name of ['node_modules', 'platform'])
  symlinkSync(join(root, name), join(checkout, name));
for (const folder of ['shell', ...globSync('remote-*', { cwd: root }), 'remote-next']) {
  mkdirSync(join(checkout, folder, 'src'), { recursive: true });
}
writeFileSync(join(checkout, 'remote-next/src/planted.test.ts'), 'test("planted", () => {});');

test('jest finds its tests', async () => {
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const { stdout } = await promisify(execFile)(process.execPath, [jest, '--listTests'], {
    cwd: checkout,
  });
  assert.match(stdout, /\/remote-next\/src\/planted\.test\.ts\n/);
});

test('it is a package of the workspace, and knip reads it', () => {
  const { packages } = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'));
  assert.ok(packages.some((pattern: string) => matchesGlob('remote-next', pattern)));
  const { workspaces } = parse(
    readFileSync(join(root, 'knip.jsonc'), 'utf8').replaceAll(/^\s*\/\/.*/gm, ''),
  );
  assert.ok(Object.keys(workspaces).some((pattern) => matchesGlob('remote-next', pattern)));
});

test('its types are checked, as are those of every package', () => {
  const patterns = globSync('tests/checks/types/*.json', { cwd: root }).flatMap(
    (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).include as string[],
  );
  const sources = [
    ...globSync('{,platform/,platform/releases/,local/,tests/}*/src', { cwd: root }),
    'remote-next/src',
  ];
  const unchecked = sources.filter(
    (folder) => !patterns.some((it) => isBelow(folder, join('tests/checks/types', it))),
  );
  // This one is checked separately, since it may use neither Node nor a browser.
  assert.deepEqual(unchecked, ['shared-types/src']);
});

/** Whether a folder matches a pattern, or is inside one that does. */
const isBelow = (folder: string, pattern: string): boolean =>
  matchesGlob(folder, pattern) || matchesGlob(folder, `${pattern}/**`);

test('its sources reach the Docker build', () => {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  const taken = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  assert.ok(taken.some((pattern) => matchesGlob('remote-next', pattern)));
});
