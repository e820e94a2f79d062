import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '@kargo/commands/settings';
import concurrently, { type CloseEvent } from 'concurrently';
import { readReport } from './junit-report.ts';
import { inWords, oneItem, sum, type Total } from './total.ts';

/** Package scripts that need no build of the site and no service; the slowest starts first. */
export const checks = [
  'test:node',
  'test:dom',
  'check:types',
  'check:api',
  'check:imports',
  'check:circles',
  'check:dead-code',
  'check:format',
];

/**
 * Runs package scripts in parallel, all of them to their end. A test runner (`test:dom`) counts as
 * many items as its JUnit report has (`test-results/dom.xml`), any other script counts as one.
 *
 * @param folder the folder of the package.json
 */
export async function runScripts(names: readonly string[], folder = root): Promise<Total> {
  const reportOf = (name: string) =>
    join(folder, 'test-results', `${name.replace('test:', '')}.xml`);
  mkdirSync(join(folder, 'test-results'), { recursive: true });
  const commands = names.map((name) => {
    const report = reportOf(name);
    // The report of an earlier run.
    rmSync(report, { force: true });
    return {
      name,
      command: `node --run ${name}`,
      env: { PLAYWRIGHT_JUNIT_OUTPUT_FILE: report },
    };
  });
  const options = { cwd: folder, group: true, maxProcesses: availableParallelism() };
  const { result } = concurrently(commands, options);
  const events = await result.catch((failed: CloseEvent[]) => failed);
  return sum(
    events.map(({ command: { name }, exitCode, timings }) => {
      const endedWell = exitCode === 0;
      const isRunner = name.startsWith('test:');
      const total = isRunner
        ? judge(name, readReport(reportOf(name)), endedWell)
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

function judge(name: string, total: Total, endedWell: boolean): Total {
  // A runner that crashed or ran no test has failed, whatever its report says.
  const ranAny = total.passed + total.failed.length > 0;
  if ((endedWell && (ranAny || lacksPrograms(total))) || total.failed.length > 0) return total;
  return { ...total, failed: [`${name} ended early, or ran no test`] };
}

/** Whether all its tests need programs that are not installed on this machine. */
function lacksPrograms({ skipped }: Total): boolean {
  return skipped.length > 0 && skipped.every((reason) => reason.startsWith('not installed: '));
}
