import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import concurrently, { type CloseEvent } from 'concurrently';
import { root } from '../site/settings.ts';

/** How many items of a run passed, failed and were skipped. */
export interface Total {
  passed: number;
  failed: number;
  skipped: number;
}

/** Package scripts that need no build of the site; what takes longest starts first. */
export const checks = [
  'test:node',
  'test:dom',
  'check:types',
  'check:imports',
  'check:circles',
  'check:dead-code',
  'check:format',
];

/**
 * Runs package scripts side by side, all of them to their end. A test runner (`test:dom`) counts as
 * many items as its JUnit report has (`test-results/dom.xml`), anything else counts as one.
 *
 * @param folder where the package.json is
 */
export async function runScripts(names: readonly string[], folder = root): Promise<Total> {
  const reportOf = (name: string) =>
    join(folder, 'test-results', `${name.replace('test:', '')}.xml`);
  mkdirSync(join(folder, 'test-results'), { recursive: true });
  const commands = names.map((name) => {
    const report = reportOf(name);
    // Of an earlier run.
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
      const total = isRunner ? judge(readReport(reportOf(name)), endedWell) : oneItem(endedWell);
      const seconds = `${timings.durationSeconds.toFixed(1)} s`.padStart(8);
      console.log(
        `${total.failed > 0 ? '✗' : '✓'} ${name.padEnd(18)}${seconds}  ${inWords(total)}`,
      );
      return total;
    }),
  );
}

function judge(total: Total, endedWell: boolean): Total {
  // A runner that crashed or ran no test has failed, whatever its report says.
  const ranAny = total.passed + total.failed > 0;
  return endedWell && ranAny ? total : { ...total, failed: Math.max(total.failed, 1) };
}

/** The total of a JUnit report; zeros when it is missing or unfinished. */
function readReport(file: string): Total {
  const xml = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (!xml.trimEnd().endsWith('</testsuites>')) return sum([]);
  const [, ...cases] = xml.replaceAll(/<!\[CDATA\[.*?\]\]>/gs, '').split('<testcase ');
  return sum(
    cases.map((text) => {
      if (/<skipped\b/.test(text)) return { passed: 0, failed: 0, skipped: 1 };
      return oneItem(!/<(failure|error)\b/.test(text));
    }),
  );
}

export function oneItem(passed: boolean): Total {
  return { passed: Number(passed), failed: Number(!passed), skipped: 0 };
}

export function sum(totals: readonly Total[]): Total {
  const all = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of totals) {
    all.passed += passed;
    all.failed += failed;
    all.skipped += skipped;
  }
  return all;
}

/** Prints the total; the exit code says whether anything failed. */
export function endWith(total: Total): void {
  console.log(`\n${inWords(total)}`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

/** Such as `312 passed, 0 failed, 2 skipped`. */
function inWords({ passed, failed, skipped }: Total): string {
  const words = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${words}, ${skipped} skipped` : words;
}
