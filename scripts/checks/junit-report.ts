import { existsSync, readFileSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';
import { oneItem, sum, type Total } from './total.ts';

interface JUnitSuite {
  testsuite?: JUnitSuite[];
  testcase?: JUnitCase[];
}

interface JUnitCase {
  '@_name': string;
  failure?: Failure[];
  error?: Failure[];
  /** The reason, in reports of Node's test runner; a string is an element without attributes. */
  skipped?: (string | { '@_message'?: string })[];
  /** The reason, in reports of Playwright. */
  properties?: { property: { '@_name': string; '@_value'?: string }[] }[];
}

/** A string is an element without attributes. */
type Failure = string | { '#text'?: string; '@_message'?: string };

const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (_, path, __, isAttribute) => !isAttribute && path !== 'testsuites',
});

/** The total of a JUnit report; zeros when it is missing or unfinished. */
export function readReport(file: string): Total {
  const xml = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (!xml.trimEnd().endsWith('</testsuites>')) return sum([]);
  return totalOf(parser.parse(xml).testsuites);
}

function totalOf({ testsuite = [], testcase = [] }: JUnitSuite): Total {
  const cases = testcase.map((it) => {
    if (it.skipped) return { passed: 0, failed: [], skipped: [reasonOf(it)] };
    const said = it.failure ?? it.error;
    return oneItem([it['@_name'], ...(said ?? []).map(textOf)].join('\n'), !said);
  });
  return sum([...cases, ...testsuite.map(totalOf)]);
}

function textOf(failure: Failure): string {
  if (typeof failure === 'string') return failure;
  return failure['#text'] ?? failure['@_message'] ?? '';
}

function reasonOf({ skipped = [], properties = [] }: JUnitCase): string {
  const annotations = properties.flatMap(({ property }) => property);
  const messages = skipped.map((it) => (typeof it === 'string' ? '' : it['@_message']));
  const reason = annotations.find((it) => it['@_name'] === 'skip')?.['@_value'];
  return [reason, ...messages].find(Boolean) ?? 'no reason given';
}
