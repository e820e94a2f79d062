import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Child } from '@kargo/commands/child';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { seconds } from '@kargo/commands/progress';
import { root } from '@kargo/commands/settings';

// `pnpm proof steady 20 test:dom --busy` runs this part of `pnpm test` twenty times while one core is kept busy, and
// prints each test that did not pass every time. Ten times, all of `pnpm test` and an idle core are the defaults. Each
// result is kept, so that it goes on where it was stopped.

/** The content of `test-results/total.json`, which `pnpm test` writes. */
interface Total {
  passed: number;
  failed: { name: string; file?: string; alone: string; saw: string }[];
  skipped: string[];
}

interface Run extends Total {
  /** All files that git does not ignore, as they were. */
  tree: string;
  commit: string;
  /** The parameters of `pnpm test`. */
  parameters: string[];
  isBusy: boolean;
  ms: number;
}

/** With the logs of the runs. */
const folder = join(root, 'test-results/steady');
const resultsFile = join(folder, 'runs.jsonl');
const totalFile = join(root, 'test-results/total.json');

await runCommand(async () => {
  const words = process.argv.slice(2);
  const times = Number(words.find(isNumber) ?? 10);
  const isBusy = words.includes('--busy');
  const parameters = words.filter((word) => !isNumber(word) && word !== '--busy');
  mkdirSync(folder, { recursive: true });
  const kind = { tree: readTree(), commit: readCommit(), parameters, isBusy };
  const others = readRuns().length - runsLike(kind).length;
  console.log(
    `${runsLike(kind).length} of ${times} were run before. ${others} of other files, of other parts, or idle in place of busy, do not count.`,
  );
  const script = join(import.meta.dirname, 'support/keep-core-busy.ts');
  const spinner = isBusy ? new Child({ name: 'busy', script }, folder) : undefined;
  while (runsLike(kind).length < times) {
    const run = { ...kind, ...(await runOnce(parameters)) };
    if (readTree() !== kind.tree)
      throw new CliError('Files were changed, so this run is not kept.');
    appendFileSync(resultsFile, `${JSON.stringify(run)}\n`);
    console.log(
      `${runsLike(kind).length} of ${times}: ${run.passed} passed, ${run.failed.length} failed, in ${seconds(run.ms)}`,
    );
  }
  spinner?.kill();
  report(runsLike(kind));
});

/** @throws {CliError} when it did not come to its end */
async function runOnce(parameters: string[]): Promise<Total & { ms: number }> {
  rmSync(totalFile, { force: true });
  const began = performance.now();
  const name = `run-${readRuns().length + 1}`;
  const test = new Child({ name, script: join(root, 'tests/checks/test.ts'), parameters }, folder);
  await test.ended;
  if (!existsSync(totalFile)) throw new CliError(`pnpm test did not end. ${test.logTail()}`);
  const total: Total = JSON.parse(readFileSync(totalFile, 'utf8'));
  return { ...total, ms: performance.now() - began };
}

function readRuns(): Run[] {
  if (!existsSync(resultsFile)) return [];
  const lines = readFileSync(resultsFile, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

function runsLike(kind: Pick<Run, 'tree' | 'parameters' | 'isBusy'>): Run[] {
  const keyOf = ({ tree, parameters, isBusy }: typeof kind) => [tree, ...parameters, isBusy].join();
  return readRuns().filter((run) => keyOf(run) === keyOf(kind));
}

function report(runs: Run[]): void {
  const rows = runs.map(({ commit, isBusy, ms, passed, failed, skipped }, index) => [
    index + 1,
    {
      commit,
      core: isBusy ? 'busy' : 'idle',
      took: seconds(ms),
      passed,
      failed: failed.length,
      skipped: skipped.length,
    },
  ]);
  console.table(Object.fromEntries(rows));
  const middle = runs.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)];
  console.log(`Median: ${seconds(middle ?? 0)}. The logs are in ${folder}.`);
  const failures = runs.flatMap(({ failed }) => failed);
  const byTest = Object.groupBy(failures, ({ name, file, alone }) =>
    [name, ...(file ? [file] : []), `run alone: ${alone}`].join('\n  '),
  );
  for (const [test, seen = []] of Object.entries(byTest)) {
    console.log(`\n✗ ${test}\n  failed in ${seen.length} of ${runs.length}`);
    // Messages that differ only in numbers are of one kind.
    const kinds = Object.groupBy(seen, ({ saw }) => firstLines(saw).replace(/\d+/g, '0'));
    for (const [first, ...more] of Object.values(kinds) as (typeof seen)[]) {
      console.log(`  ${more.length + 1} ×\n${firstLines(first?.saw ?? '').replace(/^/gm, '    ')}`);
    }
  }
  process.exitCode = failures.length > 0 ? 1 : 0;
}

function firstLines(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim());
  return lines.slice(0, 8).join('\n');
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}

/** Changes that are not committed make another tree; an index of its own leaves that of git alone. */
function readTree(): string {
  const env = { ...process.env, GIT_INDEX_FILE: join(folder, 'index') };
  execFileSync('git', ['add', '--all'], { cwd: root, env });
  return execFileSync('git', ['write-tree'], { cwd: root, env, encoding: 'utf8' }).trim();
}

function readCommit(): string {
  const options = ['describe', '--always', '--dirty'];
  return execFileSync('git', options, { cwd: root, encoding: 'utf8' }).trim();
}
