import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readReport } from './junit-report.ts';

/** The total of these test files, run together. */
function totalOf(context: { after(fn: () => void): void }, files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'kargo-node-reporter-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const head = `import { after, before, describe, test } from 'node:test';\n`;
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), head + code);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const reporter = join(import.meta.dirname, 'node-reporter.ts');
  const options = [`--test-reporter=${reporter}`, '--test-reporter-destination=report.xml'];
  spawnSync(process.execPath, ['--test', ...options, ...Object.keys(files)], { cwd: folder, env });
  const { passed, failed, skipped } = readReport(join(folder, 'report.xml'), 'test:node');
  const lines = failed.map(({ name, file, saw }) => [name, file, saw.split('\n')[0]]);
  return { passed, failed: lines, skipped };
}

test('A test with tests inside counts only when it fails by itself', (context) => {
  const code = `
    test('a', async (context) => {
      await context.test('passes', () => {});
      await context.test('fails', () => { throw new Error('inside'); });
    });
    test('b', async (context) => {
      await context.test('passes', () => {});
      throw new Error('around');
    });
    describe('c', () => {
      after(() => { throw new Error('afterwards'); });
      test('passes', () => {});
    });`;
  assert.deepEqual(totalOf(context, { 'it.test.mjs': code }), {
    passed: 3,
    failed: [
      ['a › fails', 'it.test.mjs', 'Error: inside'],
      ['b', 'it.test.mjs', 'Error: around'],
      ['c', 'it.test.mjs', 'Error: afterwards'],
    ],
    skipped: [],
  });
});

test('Each test after a hook that failed says what the hook saw', (context) => {
  const hook = `before(() => { throw new Error('no, really'); });`;
  const inside = `describe('a', () => { ${hook} test('b', () => {}); describe('c', () => test('d', () => {})); });`;
  const above = `${hook} test('e', () => {});`;
  const { failed } = totalOf(context, { 'above.test.mjs': above, 'inside.test.mjs': inside });
  assert.deepEqual(failed, [
    ['e', 'above.test.mjs', 'Error: no, really'],
    ['a › b', 'inside.test.mjs', 'Error: no, really'],
    ['a › c › d', 'inside.test.mjs', 'Error: no, really'],
  ]);
});

test('A file that ends early says what it printed, and one without tests counts as none', (context) => {
  const files = {
    'early.test.mjs': `console.error('no, really'); process.exit(3);`,
    'empty.test.mjs': '',
    'throws.test.mjs': `throw new Error('never');`,
  };
  const { passed, failed } = totalOf(context, files);
  assert.equal(passed, 0);
  assert.deepEqual(failed[0], ['early.test.mjs', 'early.test.mjs', 'no, really']);
  assert.equal(failed[1]?.[0], 'throws.test.mjs');
});

test('A test that another file defines belongs to the file that ran it', (context) => {
  const files = {
    'shared.mjs': `export const shared = () => test('<a> & "b"', () => { throw new Error('no'); });`,
    'it.test.mjs': `import { shared } from './shared.mjs'; shared(); test.skip('c'); test('d', { skip: 'no net' }, () => {});`,
  };
  const { failed, skipped } = totalOf(context, files);
  assert.deepEqual(failed, [['<a> & "b"', 'it.test.mjs', 'Error: no']]);
  assert.deepEqual(skipped, ['no reason given', 'no net']);
});
