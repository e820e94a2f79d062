import { existsSync, readFileSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';

/** How many passed, the names of those that failed, and why each other one was skipped. */
export interface Total {
  passed: number;
  failed: string[];
  skipped: string[];
}

export const oneItem = (name: string, isGood: boolean): Total =>
  isGood ? { passed: 1, failed: [], skipped: [] } : { passed: 0, failed: [name], skipped: [] };

export const sum = (totals: readonly Total[]): Total => ({
  passed: totals.reduce((before, { passed }) => before + passed, 0),
  failed: totals.flatMap(({ failed }) => failed),
  skipped: totals.flatMap(({ skipped }) => skipped),
});

interface JUnitSuite {
  testsuite?: JUnitSuite[];
  testcase?: JUnitCase[];
}

interface JUnitCase {
  '@_name': string;
  failure?: unknown;
  error?: unknown;
  /** The reason in reports of Node's runner. */
  skipped?: { '@_message'?: string }[];
  /** The reason in reports of Playwright. */
  properties?: { property: { '@_name': string; '@_value'?: string }[] }[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (_, path, __, isAttribute) => !isAttribute && path !== 'testsuites',
});

/**
 * Returns the total of a JUnit report, with zeros if it is missing or unfinished.
 *
 * @param stage that wrote the report, for the names of failures
 */
export function readReport(file: string, stage: string): Total {
  const xml = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return totalOf(
    xml.trimEnd().endsWith('</testsuites>') ? parser.parse(xml).testsuites : {},
    stage,
  );
}

function totalOf({ testsuite = [], testcase = [] }: JUnitSuite, stage: string): Total {
  const cases = testcase.map((it) =>
    it.skipped
      ? { passed: 0, failed: [], skipped: [reasonOf(it)] }
      : oneItem(`${stage}: ${it['@_name']}`, !it.failure && !it.error),
  );
  return sum([...cases, ...testsuite.map((suite) => totalOf(suite, stage))]);
}

function reasonOf({ skipped = [], properties = [] }: JUnitCase): string {
  const annotations = properties.flatMap(({ property }) => property);
  const reason = annotations.find((it) => it['@_name'] === 'skip')?.['@_value'];
  return reason ?? skipped[0]?.['@_message'] ?? 'no reason given';
}

/** Such as `312 passed, 0 failed, 2 skipped`. */
export function inWords({ passed, failed, skipped }: Total): string {
  const words = `${passed} passed, ${failed.length} failed`;
  return skipped.length > 0 ? `${words}, ${skipped.length} skipped` : words;
}

/** Prints failures, reasons for skips and the total; the exit code is 1 if anything failed. */
export function endWith(total: Total): void {
  const reasons = Object.entries(Object.groupBy(total.skipped, (reason) => reason));
  const skipped = reasons.map(([reason, items = []]) => `– ${items.length} skipped: ${reason}`);
  const failed = total.failed.map((name) => `✗ ${name}`);
  console.log(['', ...failed, ...skipped, inWords(total)].join('\n'));
  process.exitCode = total.failed.length > 0 ? 1 : 0;
}
