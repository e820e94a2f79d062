import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runScripts } from './run-scripts.ts';

const folder = mkdtempSync(join(tmpdir(), 'kargo-run-scripts-'));
after(() => rmSync(folder, { recursive: true }));

/** The total of these package scripts, each given as JavaScript code. */
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
/** A test that Playwright skipped, in a JUnit report. */
const skippedBecause = (reason: string) =>
  `<testcase name="s"><properties><property name="skip" value="${reason}"></property></properties><skipped></skipped></testcase>`;
const withoutFirefox = skippedBecause('not installed: Firefox');
const withoutWebKit = skippedBecause('not installed: WebKitGTK');
const reportOf = (...cases: string[]) =>
  `<testsuites><testsuite>${cases.join('')}</testsuite></testsuites>`;

test('tools count as one item each, and the others run even if one fails', async () => {
  const failing = `console.error('\\x1b[31mno, really\\x1b[39m'); process.exit(3);`;
  assert.deepEqual(await totalOf({ 'check:one': failing, 'check:two': '' }), {
    passed: 1,
    failed: [{ name: 'check:one', alone: 'pnpm check:one', saw: 'no, really' }],
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
  const total = await totalOf({ 'test:it': `${write(report)} process.exit(1);` });
  const skipped = ['no reason given', 'no disk', 'no net'];
  assert.deepEqual({ ...total, failed: total.failed.length }, { passed: 2, failed: 1, skipped });
  const [failure] = total.failed;
  assert.deepEqual([failure?.name, failure?.saw], ['a', 'no, really']);
});

for (const [what, code, passed] of [
  ['crashes before its report', 'process.exit(1)', 0],
  ['leaves no report', '', 0],
  ['leaves an unfinished report', write(passing.replace('</testsuites>', '')), 0],
  ['ran no test', write('<testsuites></testsuites>'), 0],
  ['skipped all for another reason', write(reportOf(skippedBecause('too slow'))), 0],
  ['skipped some for another', write(reportOf(withoutFirefox, skippedBecause('too slow'))), 0],
  [
    'crashes without what is not installed',
    `${write(reportOf(withoutFirefox))} process.exit(1);`,
    0,
  ],
  ['crashes after a report in which all passed', `${write(passing)} process.exit(1);`, 1],
  ['is killed after such a report', `${write(passing)} process.kill(process.pid, 'SIGKILL');`, 1],
] as const) {
  test(`a test runner that ${what} has failed`, async () => {
    // The report of an earlier run does not count.
    mkdirSync(join(folder, 'test-results'), { recursive: true });
    writeFileSync(join(folder, 'test-results/it.xml'), passing);
    const total = await totalOf({ 'test:it': code });
    const failed = total.failed.map(({ name, alone }) => [name, alone]);
    const early = ['test:it ended early, or ran no test', 'pnpm test test:it'];
    assert.deepEqual({ passed: total.passed, failed }, { passed, failed: [early] });
  });
}

test('a test runner whose browsers are not installed is skipped', async () => {
  const report = reportOf(withoutFirefox, withoutFirefox, withoutWebKit);
  assert.deepEqual(await totalOf({ 'test:it': write(report) }), {
    passed: 0,
    failed: [],
    skipped: ['not installed: Firefox', 'not installed: Firefox', 'not installed: WebKitGTK'],
  });
});

test('the tests in an installed browser count although another browser is missing', async () => {
  const report = reportOf('<testcase name="a"/>', withoutWebKit);
  assert.deepEqual(await totalOf({ 'test:it': write(report) }), {
    passed: 1,
    failed: [],
    skipped: ['not installed: WebKitGTK'],
  });
});
