import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '@kargo/commands/settings';
import concurrently, { type CloseEvent, type Command } from 'concurrently';
import { bundleTypebox } from './bundle-typebox.ts';
import { readReport } from './junit-report.ts';
import type { Choice } from './runners.ts';
import { inWords, oneItem, sum, type Total } from './total.ts';

/** Package scripts that need no build of the site and no service; the slowest starts first. */
export const checks = [
  'test:node',
  'test:dom',
  'check:types',
  'check:imports',
  'check:circles',
  'check:dead-code',
  'check:format',
];

/** How much of what a script printed is kept, in characters. */
const longestOutput = 2000;

/** They start a process for each file, or many gateways and commands. */
const inNode = ['test:node', 'test:services', 'test:browser', 'test:engines'];

/**
 * Runs package scripts in parallel, all of them to their end. A test runner (`test:dom`) counts as
 * many items as its JUnit report has (`test-results/dom.xml`), any other script counts as one.
 *
 * @param folder the folder of the package.json
 * @param only which of its tests a runner runs; all unless given
 */
export async function runScripts(names: readonly string[], folder = root, only: Choice = {}) {
  const reportOf = (name: string) =>
    join(folder, 'test-results', `${name.replace('test:', '')}.xml`);
  mkdirSync(join(folder, 'test-results'), { recursive: true });
  const typebox = names.some((name) => inNode.includes(name)) && (await bundleTypebox());
  const inputs = names.map((name) => {
    const report = reportOf(name);
    // The report of an earlier run.
    rmSync(report, { force: true });
    return {
      name,
      command: `node --run ${name}`,
      env: {
        PLAYWRIGHT_JUNIT_OUTPUT_FILE: report,
        TEST_ONLY: only[name] ?? '',
        ...(inNode.includes(name) && typebox),
      },
    };
  });
  const options = { cwd: folder, group: true, maxProcesses: availableParallelism() };
  const { result, commands } = concurrently(inputs, options);
  const outputs = commands.map(outputOf);
  const events = await result.catch((failed: CloseEvent[]) => failed);
  return sum(
    events.map(({ command: { name }, index, exitCode, timings }) => {
      const report = name.startsWith('test:') ? readReport(reportOf(name), name) : undefined;
      const total = judge(name, exitCode === 0, outputs[index]?.() ?? '', report);
      const seconds = `${timings.durationSeconds.toFixed(1)} s`.padStart(8);
      console.log(`${markOf(total)} ${name.padEnd(18)}${seconds}  ${inWords(total)}`);
      return total;
    }),
  );
}

/** Returns the end of what a command has printed. */
function outputOf({ stdout, stderr }: Command): () => string {
  let output = '';
  for (const stream of [stdout, stderr])
    stream.subscribe((chunk) => {
      output = (output + chunk).slice(-longestOutput);
    });
  return () => stripVTControlCharacters(output).trim();
}

function markOf({ passed, failed }: Total): string {
  if (failed.length > 0) return '✗';
  return passed > 0 ? '✓' : '–';
}

/** @param report the total of the tests, if it runs any */
function judge(name: string, endedWell: boolean, output: string, report?: Total): Total {
  const failure = { name, alone: `pnpm ${name}`, saw: output };
  if (!report) return oneItem(endedWell ? undefined : failure);
  // A runner that crashed or ran no test has failed, whatever its report says.
  const ranAny = report.passed + report.failed.length > 0;
  if ((endedWell && (ranAny || lacksPrograms(report))) || report.failed.length > 0) return report;
  const early = { ...failure, name: `${name} ended early, or ran no test` };
  return { ...report, failed: [{ ...early, alone: `pnpm test ${name}` }] };
}

/** Whether all its tests need programs that are not installed on this machine. */
function lacksPrograms({ skipped }: Total): boolean {
  return skipped.length > 0 && skipped.every((reason) => reason.startsWith('not installed: '));
}
