import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { XMLParser } from 'fast-xml-parser';
import { commandFor, reportedFile } from './runners.ts';
import { type Failure, oneItem, sum, type Total } from './total.ts';

interface JUnitSuite {
  testsuite?: JUnitSuite[];
  testcase?: JUnitCase[];
}

interface JUnitCase {
  '@_name': string;
  '@_file'?: string;
  /** The file, in reports of Playwright. */
  '@_classname'?: string;
  failure?: Message[];
  error?: Message[];
  /** The reason, in reports of Node's test runner; a string is an element without attributes. */
  skipped?: (string | { '@_message'?: string })[];
  /** The reason, in reports of Playwright. */
  properties?: { property: { '@_name': string; '@_value'?: string }[] }[];
}

/** A string is an element without attributes. */
type Message = string | { '#text'?: string; '@_message'?: string };

const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (_, path, __, isAttribute) => !isAttribute && path !== 'testsuites',
});

/** A line of a stack that is not in our code. */
const foreignFrame = /^\s+at .*(node:|node_modules|<anonymous>\))/;

/** In characters; the log further up has the rest. */
const longestMessage = 2000;

/**
 * The total of a JUnit report; zeros when it is missing or unfinished.
 *
 * @param runner the package script that wrote it
 */
export function readReport(file: string, runner: string): Total {
  const xml = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (!xml.trimEnd().endsWith('</testsuites>')) return sum([]);
  return totalOf(parser.parse(xml).testsuites, runner);
}

function totalOf({ testsuite = [], testcase = [] }: JUnitSuite, runner: string): Total {
  const cases = testcase.map((it) => {
    if (it.skipped) return { passed: 0, failed: [], skipped: [reasonOf(it)] };
    return oneItem(it.failure || it.error ? failureOf(it, runner) : undefined);
  });
  return sum([...cases, ...testsuite.map((suite) => totalOf(suite, runner))]);
}

function failureOf(it: JUnitCase, runner: string): Failure {
  const name = it['@_name'];
  const file = reportedFile(runner, it['@_file'] ?? it['@_classname'] ?? '');
  const messages = [...(it.failure ?? []), ...(it.error ?? [])].map(textOf);
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n');
  const saw = lines.filter((line) => !foreignFrame.test(line)).join('\n');
  return { name, file, alone: commandFor(file, name), saw: saw.trim().slice(0, longestMessage) };
}

function textOf(message: Message): string {
  const text = typeof message === 'string' ? message : message['#text'];
  // Jest reports the error of an `afterAll` hook as JSON.
  if (text?.startsWith('{"message":')) return JSON.parse(text).stack;
  return text ?? (message as { '@_message'?: string })['@_message'] ?? '';
}

function reasonOf({ skipped = [], properties = [] }: JUnitCase): string {
  const annotations = properties.flatMap(({ property }) => property);
  const messages = skipped.map((it) => (typeof it === 'string' ? '' : it['@_message']));
  const reason = annotations.find((it) => it['@_name'] === 'skip')?.['@_value'];
  return [reason, ...messages].find(Boolean) ?? 'no reason given';
}
