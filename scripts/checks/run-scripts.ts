import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import concurrently, { type CloseEvent } from 'concurrently';
import { XMLParser } from 'fast-xml-parser';
import { root } from '../site/settings.ts';

export interface Total {
  passed: number;
  /** What each item that failed is called, and what it said, as text. */
  failed: string[];
  skipped: number;
}

/** Package scripts that need no build of the site and no service; what takes longest starts first. */
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
      const total = isRunner
        ? judge(name, readReport(reportOf(name)), endedWell)
        : oneItem(name, endedWell);
      const seconds = `${timings.durationSeconds.toFixed(1)} s`.padStart(8);
      console.log(
        `${total.failed.length > 0 ? '✗' : '✓'} ${name.padEnd(18)}${seconds}  ${inWords(total)}`,
      );
      return total;
    }),
  );
}

function judge(name: string, total: Total, endedWell: boolean): Total {
  // A runner that crashed or ran no test has failed, whatever its report says.
  const ranAny = total.passed + total.failed.length > 0;
  if ((endedWell && ranAny) || total.failed.length > 0) return total;
  return { ...total, failed: [`${name} ended early, or ran no test`] };
}

interface JUnitSuite {
  testsuite?: JUnitSuite[];
  testcase?: JUnitCase[];
}

interface JUnitCase {
  '@_name': string;
  failure?: unknown[];
  error?: unknown[];
  skipped?: unknown[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (_, path, __, isAttribute) => !isAttribute && path !== 'testsuites',
});

/** The total of a JUnit report; zeros when it is missing or unfinished. */
function readReport(file: string): Total {
  const xml = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (!xml.trimEnd().endsWith('</testsuites>')) return sum([]);
  return totalOf(parser.parse(xml).testsuites);
}

function totalOf({ testsuite = [], testcase = [] }: JUnitSuite): Total {
  const cases = testcase.map(({ '@_name': name, failure, error, skipped }) => {
    if (skipped) return { passed: 0, failed: [], skipped: 1 };
    const said = failure ?? error;
    return oneItem(`${name}\n${inspect(said)}`, !said);
  });
  return sum([...cases, ...testsuite.map(totalOf)]);
}

/** @param name what it is called, and what it said when it failed */
export function oneItem(name: string, passed: boolean): Total {
  return { passed: Number(passed), failed: passed ? [] : [name], skipped: 0 };
}

export function sum(totals: readonly Total[]): Total {
  const all: Total = { passed: 0, failed: [], skipped: 0 };
  for (const { passed, failed, skipped } of totals) {
    all.passed += passed;
    all.failed.push(...failed);
    all.skipped += skipped;
  }
  return all;
}

/** Prints what failed, and the total; the exit code says whether anything failed. */
export function endWith(total: Total): void {
  for (const failure of total.failed) console.log(`\n✗ ${failure.slice(0, longestFailure)}`);
  console.log(`\n${inWords(total)}`);
  process.exitCode = total.failed.length > 0 ? 1 : 0;
}

/** Characters that say enough; the log further up has the rest. */
const longestFailure = 2000;

/** Such as `312 passed, 0 failed, 2 skipped`. */
function inWords({ passed, failed, skipped }: Total): string {
  const words = `${passed} passed, ${failed.length} failed`;
  return skipped > 0 ? `${words}, ${skipped} skipped` : words;
}
