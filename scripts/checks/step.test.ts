import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runStep } from './step.ts';
import type { Tally } from './tally.ts';

const folder = await mkdtemp(join(tmpdir(), 'kargo-step-'));
after(() => rm(folder, { recursive: true }));

const program = (code: string) => ({ name: 'the tool', parameters: ['--eval', code] });

const file = join(folder, 'nested/report.json');
const report = { file, read: (content: unknown) => content as Tally };
const runner = (code: string) => ({ ...program(code), report });
const reporting = (totals: Tally) =>
  `require('node:fs').writeFileSync(${JSON.stringify(file)}, '${JSON.stringify(totals)}');`;

test('a tool that ends well is one item that passed', async () => {
  const { tally } = await runStep(program(''));
  assert.deepEqual(tally, { passed: 1, failed: 0, skipped: 0 });
});

test('a tool that fails is one item that failed, and shows what it wrote', async () => {
  const { tally, output } = await runStep(
    program('console.log("to stdout"); console.error("to stderr"); process.exit(3)'),
  );
  assert.deepEqual(tally, { passed: 0, failed: 1, skipped: 0 });
  assert.match(output, /to stdout/);
  assert.match(output, /to stderr/);
  assert.match(output, /the tool ended with 3\./);
});

test('a variable that is undefined is kept from the tool', async () => {
  const code = 'process.exit("PATH" in process.env ? 1 : 0)';
  const { tally } = await runStep({ ...program(code), environment: { PATH: undefined } });
  assert.equal(tally.failed, 0);
});

test('a tool that is killed has failed', async () => {
  const { tally, output } = await runStep(program('process.kill(process.pid, "SIGKILL")'));
  assert.equal(tally.failed, 1);
  assert.match(output, /SIGKILL/);
});

test('the totals of a runner are those of its report', async () => {
  const totals = { passed: 7, failed: 2, skipped: 1 };
  const { tally } = await runStep(runner(`${reporting(totals)} process.exitCode = 1`));
  assert.deepEqual(tally, totals);
});

test('a runner that crashes before its report has failed', async () => {
  const { tally, output } = await runStep(runner('throw new Error("no memory")'));
  assert.deepEqual(tally, { passed: 0, failed: 1, skipped: 0 });
  assert.match(output, /no memory/);
});

test('a report of an earlier run does not count', async () => {
  await runStep(runner(reporting({ passed: 7, failed: 0, skipped: 0 })));
  const { tally } = await runStep(runner(''));
  assert.deepEqual(tally, { passed: 0, failed: 1, skipped: 0 });
});

test('a runner that dies after its report has failed', async () => {
  const totals = { passed: 7, failed: 0, skipped: 0 };
  const { tally } = await runStep(runner(`${reporting(totals)} process.exitCode = 1`));
  assert.deepEqual(tally, { passed: 7, failed: 1, skipped: 0 });
});

test('a runner that ran no test has failed', async () => {
  const { tally } = await runStep(runner(reporting({ passed: 0, failed: 0, skipped: 3 })));
  assert.deepEqual(tally, { passed: 0, failed: 1, skipped: 3 });
});

test('a report that cannot be read has failed', async () => {
  const { tally } = await runStep({
    ...runner(''),
    parameters: ['--eval', `require('node:fs').writeFileSync(${JSON.stringify(file)}, '{')`],
  });
  assert.deepEqual(tally, { passed: 0, failed: 1, skipped: 0 });
});
