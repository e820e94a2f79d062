import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { step } from '@kargo/commands/progress';
import { root } from '@kargo/commands/settings';
import concurrently, { type CloseEvent } from 'concurrently';
import { bundleTypebox } from './bundle-typebox.ts';
import type { Choice } from './runners.ts';
import { inWords, oneItem, readReport, sum, type Total } from './total.ts';

/** Package scripts that need neither the site's build nor a service; the slowest comes first. */
export const checks = [
  'test:node',
  'test:dom',
  'check:types',
  'check:imports',
  'check:circles',
  'check:dead-code',
  'check:format',
];

/** Scripts that start a process per file, or many gateways and commands. */
const inNode = ['test:node', 'test:services', 'test:browser', 'test:engines'];

/**
 * Runs all of these package scripts to their end, in parallel. A test runner (`test:dom`) counts as
 * many items as its JUnit report has (`test-results/dom.xml`), another script as one.
 *
 * @param folder of the package.json
 * @param only the tests that a runner runs; by default all
 */
export async function runScripts(names: readonly string[], folder = root, only: Choice = {}) {
  const reportOf = (name: string) =>
    join(folder, 'test-results', `${name.replace('test:', '')}.xml`);
  mkdirSync(join(folder, 'test-results'), { recursive: true });
  const typebox = names.some((name) => inNode.includes(name)) && (await bundleTypebox());
  const inputs = names.map((name) => {
    const report = reportOf(name);
    // An earlier run's report.
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
  for (const { name, timer, close } of commands)
    timer.subscribe(({ endDate }) => {
      if (!endDate) void step(name, () => new Promise((ended) => close.subscribe(ended)));
    });
  const events = await result.catch((failed: CloseEvent[]) => failed);
  return sum(
    events.map(({ command: { name }, exitCode, timings }) => {
      const endedWell = exitCode === 0;
      const total = name.startsWith('test:')
        ? judge(readReport(reportOf(name), name), name, endedWell)
        : oneItem(name, endedWell);
      const seconds = `${timings.durationSeconds.toFixed(1)} s`.padStart(8);
      console.log(`${markOf(total)} ${name.padEnd(18)}${seconds}  ${inWords(total)}`);
      return total;
    }),
  );
}

function markOf({ passed, failed }: Total): string {
  if (failed.length > 0) return '✗';
  return passed > 0 ? '✓' : '–';
}

/** A runner that crashed or ran no tests has failed, whatever its report says. */
function judge(report: Total, name: string, endedWell: boolean): Total {
  const { passed, failed, skipped } = report;
  if (failed.length > 0 || (endedWell && passed + skipped.length > 0)) return report;
  return { ...report, failed: [`${name} failed outside of its tests, or ran none`] };
}
