import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { root } from '@kargo/commands/settings';

const { resolve } = createRequire(import.meta.url);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const files = {
  'passing.test.js': `test('passes', () => console.error('nobody needs this'));`,
  'failing.test.js': `test('fails', () => { console.error('this helps'); throw new Error('no, really'); });`,
};

test('The output of a DOM test is shown only when it fails', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'kargo-test-output-'));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  const words: string[] = scripts['test:dom'].split(' ');
  const options = words.filter((it) => it.startsWith('--') && !it.includes('junit'));
  const jest = join(dirname(resolve('jest/package.json')), 'bin/jest.js');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [jest, ...options, '--config={"testEnvironment":"node"}', `--rootDir=${folder}`],
    { encoding: 'utf8', cwd: folder },
  );
  const said = stdout + stderr;
  assert.equal(status, 1);
  assert.match(said, /this helps.*no, really.*1 failed, 1 passed, 2 total/s);
  assert.doesNotMatch(said, /nobody needs this/);
});
