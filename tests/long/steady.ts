import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Child } from '@kargo/commands/child';
import { CliError, runCommand } from '@kargo/commands/cli-error';
import { seconds } from '@kargo/commands/progress';
import { root } from '@kargo/commands/settings';
import type { Total } from '../checks/total.ts';

// `pnpm proof steady 20 test:dom --busy` runs this part of `pnpm test` twenty times while one core is kept busy, and
// prints each test that did not pass every time. Ten times, all of `pnpm test` and an idle core are the defaults. Results
// of a commit are kept, so that it goes on where it was stopped.

interface Run extends Total {
  ms: number;
}

/** With the logs of the runs. */
const folder = join(root, 'test-results/steady');
const totalFile = join(root, 'test-results/total.json');

await runCommand(async () => {
  const words = process.argv.slice(2);
  const times = Number(words.find(isNumber) ?? 10);
  const parameters = words.filter((word) => !isNumber(word) && word !== '--busy');
  const tree = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root });
  const name = [`${tree}`.trim(), ...words.filter((word) => !isNumber(word))].join('_');
  const results = join(folder, `${name.replaceAll('/', '-')}.jsonl`);
  mkdirSync(folder, { recursive: true });
  if (name.includes('-dirty')) rmSync(results, { force: true });

  const script = join(import.meta.dirname, 'support/keep-core-busy.ts');
  const spinner = words.includes('--busy')
    ? new Child({ name: 'busy', script }, folder)
    : undefined;
  for (let number = readRuns(results).length + 1; number <= times; number += 1) {
    const run = await runOnce(`run-${number}`, parameters);
    appendFileSync(results, `${JSON.stringify(run)}\n`);
    const { passed, failed, ms } = run;
    console.log(`${number}: ${passed} passed, ${failed.length} failed, in ${seconds(ms)}`);
  }
  spinner?.kill();
  report(readRuns(results));
});

/** @throws {CliError} when it did not come to its end */
async function runOnce(name: string, parameters: string[]): Promise<Run> {
  rmSync(totalFile, { force: true });
  const began = performance.now();
  const test = new Child({ name, script: join(root, 'tests/checks/test.ts'), parameters }, folder);
  await test.ended;
  if (!existsSync(totalFile)) throw new CliError(`pnpm test did not end. ${test.logTail()}`);
  const total: Total = JSON.parse(readFileSync(totalFile, 'utf8'));
  return { ...total, ms: performance.now() - began };
}

function readRuns(file: string): Run[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

function report(runs: Run[]): void {
  const middle = runs.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)];
  console.log(`${runs.length} runs, median ${seconds(middle ?? 0)}. The logs are in ${folder}.`);
  const failures = runs.flatMap(({ failed }) => failed);
  for (const [alone, seen = []] of Object.entries(Object.groupBy(failures, (it) => it.alone))) {
    console.log(
      `\n✗ ${seen[0]?.name}, ${seen.length} of ${runs.length} times\n  run alone: ${alone}`,
    );
    // Messages that differ only in numbers are of one kind.
    const kinds = new Map(seen.map(({ saw }) => [saw.replaceAll(/\d+/g, '0'), saw]));
    for (const saw of kinds.values()) console.log(`\n${saw}`);
  }
  process.exitCode = failures.length > 0 ? 1 : 0;
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}
