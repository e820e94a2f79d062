import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '@kargo/commands/settings';
import { runScripts } from './run-scripts.ts';
import { endWith } from './total.ts';

const { scripts }: { scripts: { 'test:node': string } } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const folder = mkdtempSync(join(tmpdir(), 'kargo-run-scripts-'));
after(() => rmSync(folder, { recursive: true }));

/** Returns the total of package scripts, given as JavaScript code. */
async function totalOf(scripts: Record<string, string>) {
  const files = Object.entries(scripts).map(([name, code]) => {
    const file = `${name.replace(':', '-')}.cjs`;
    writeFileSync(join(folder, file), code);
    return [name, `node ${file}`];
  });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ scripts: Object.fromEntries(files) }),
  );
  return runScripts(Object.keys(scripts), folder);
}

const write = (report: string) =>
  `require('node:fs').writeFileSync('test-results/it.xml', ${JSON.stringify(report)});`;
const passing = '<testsuites><testsuite><testcase name="a"/></testsuite></testsuites>\n';
const failing =
  '<testsuites><testcase name="a"><failure>no, really</failure></testcase><testcase name="b"></testcase></testsuites>';
/** A test in a JUnit report that Playwright skipped. */
const skippedBecause = (reason: string) =>
  `<testcase name="s"><properties><property name="skip" value="${reason}"></property></properties><skipped></skipped></testcase>`;
const withoutFirefox = `<testsuites>${skippedBecause('not installed: Firefox')}</testsuites>`;

test('tools count as one item each, and the others run even if one fails', async () => {
  assert.deepEqual(await totalOf({ 'check:one': 'process.exit(3);', 'check:two': '' }), {
    passed: 1,
    failed: ['check:one'],
    skipped: [],
  });
});

test('a test runner counts as many items as its report has', async () => {
  const report = failing.replace(
    '</testsuites>',
    '<testcase name="c"><skipped/></testcase>' +
      '<testcase name="e"><skipped type="skipped" message="no disk"/></testcase>' +
      skippedBecause('no net') +
      '<testcase name="d"><system-out><![CDATA[<failure> <testcase ]]></system-out></testcase></testsuites>',
  );
  assert.deepEqual(await totalOf({ 'test:it': `${write(report)} process.exit(1);` }), {
    passed: 2,
    failed: ['test:it: a'],
    skipped: ['no reason given', 'no disk', 'no net'],
  });
});

for (const [what, code, passed] of [
  ['crashes before its report', 'process.exit(1)', 0],
  ['leaves no report', '', 0],
  ['leaves an unfinished report', write(passing.replace('</testsuites>', '')), 0],
  ['ran no test', write('<testsuites></testsuites>'), 0],
  ['crashes without what is not installed', `${write(withoutFirefox)} process.exit(1);`, 0],
  ['crashes after a report in which all passed', `${write(passing)} process.exit(1);`, 1],
  ['is killed after such a report', `${write(passing)} process.kill(process.pid, 'SIGKILL');`, 1],
] as const) {
  test(`a test runner that ${what} has failed`, async () => {
    // An earlier run's report does not count.
    mkdirSync(join(folder, 'test-results'), { recursive: true });
    writeFileSync(join(folder, 'test-results/it.xml'), passing);
    const total = await totalOf({ 'test:it': code });
    const failed = ['test:it failed outside of its tests, or ran none'];
    assert.deepEqual({ ...total, skipped: [] }, { passed, failed, skipped: [] });
  });
}

test('a test runner whose browsers are not installed is skipped', async () => {
  assert.deepEqual(await totalOf({ 'test:it': write(withoutFirefox) }), {
    passed: 0,
    failed: [],
    skipped: ['not installed: Firefox'],
  });
});

test('the last lines say what failed, why others were skipped, and the total', (context) => {
  const log = context.mock.method(console, 'log', () => {});
  const skipped = ['no net', 'no disk', 'no net'];
  endWith({ passed: 3, failed: ['test:it: a', 'check:it'], skipped });
  assert.equal(process.exitCode, 1);
  process.exitCode = 0;
  assert.deepEqual(log.mock.calls[0]?.arguments[0].split('\n'), [
    '',
    '✗ test:it: a',
    '✗ check:it',
    '– 2 skipped: no net',
    '– 1 skipped: no disk',
    '3 passed, 2 failed, 3 skipped',
  ]);
});

// Node's report leaves out a suite that fails although its tests pass.
test("a failure that Node's own report leaves out is counted", async () => {
  writeFileSync(
    join(folder, 'it.test.mjs'),
    `import { after, describe, test } from 'node:test';
    describe('a', () => { after(() => { throw new Error('no, really'); }); test('b', () => {}); });`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const words = scripts['test:node'].split(' ').filter((it) => it.startsWith('--test'));
  const run = `require('node:child_process').spawnSync(process.execPath, ${JSON.stringify([...words, 'it.test.mjs'])}`;
  const total = await totalOf({
    'test:node': `process.exit(${run}, { env: ${JSON.stringify(env)} }).status);`,
  });
  assert.deepEqual(total, {
    passed: 1,
    failed: ['test:node failed outside of its tests, or ran none'],
    skipped: [],
  });
});
