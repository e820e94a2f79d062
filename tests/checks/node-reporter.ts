import { relative } from 'node:path';
import type { EventData } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { XMLBuilder } from 'fast-xml-parser';

// With what the types leave out.
type Ended = (EventData.TestPass | EventData.TestFail) & { entryFile?: string };
type TestError = EventData.Error & { failureType?: string; exitCode?: number; signal?: string };

/**
 * Reports Node's tests as JUnit. Node's own reporter leaves out what a hook saw, failures of tests with tests inside,
 * the titles around a title, and which file ran a test that another file defines.
 */
export default async function* reportTests(source: AsyncIterable<TestEvent>) {
  const ended: Ended[] = [];
  const printed: Record<string, string> = {};
  for await (const { type, data } of source) {
    if (type === 'test:pass' || type === 'test:fail') ended.push(data);
    if (type === 'test:stderr') printed[data.file] = (printed[data.file] ?? '') + data.message;
  }
  const testcase = testsOf(ended).map(({ test, around, error }) => ({
    '@_name': [...around.toReversed(), test].map(({ name }) => name).join(' › '),
    '@_file': relative('', test.entryFile ?? test.file ?? ''),
    '@_time': test.details.duration_ms / 1000,
    ...(error && { failure: messageOf(error, printed[test.name]) }),
    ...(test.skip !== undefined && {
      skipped: test.skip === true ? '' : { '@_message': test.skip },
    }),
  }));
  const xml = new XMLBuilder({ ignoreAttributes: false, format: true });
  yield xml.build({ testsuites: { testcase } });
}

/** Tests without those around them, unless these failed by themselves, such as in a hook after all others. */
function testsOf(ended: Ended[]) {
  const keyOf = (test: Ended, id?: number) => `${id} ${test.entryFile}`;
  const byKey = new Map(ended.map((test) => [keyOf(test, test.testId), test]));
  const parentOf = (test: Ended) => byKey.get(keyOf(test, test.parentId));
  const parents = new Set(ended.map(parentOf));
  const tests = ended.map((test) => {
    const around: Ended[] = [];
    for (let it = parentOf(test); it; it = parentOf(it)) around.push(it);
    // A hook that fails cancels the tests inside.
    const cause = [test, ...around].find((it) => failureOf(it) !== 'cancelledByParent') ?? test;
    return { test, around, cause, error: errorOf(cause) };
  });
  const told = new Set(tests.filter(({ test, cause }) => test !== cause).map((it) => it.cause));
  return tests.filter(({ test, cause }) => {
    // A file that ended well without any test.
    if (!test.entryFile && !failureOf(test)) return false;
    if (!parents.has(test)) return true;
    const failure = failureOf(test);
    return cause === test && failure && failure !== 'subtestsFailed' && !told.has(test);
  });
}

const errorOf = ({ details }: Ended): TestError | undefined =>
  'error' in details ? (details.error as TestError) : undefined;

const failureOf = (test: Ended): string | undefined => errorOf(test)?.failureType;

/** @param printed what a file has printed that ended early */
function messageOf({ cause, exitCode, signal }: TestError, printed?: string): string {
  if (exitCode === undefined && !signal) return inspect(cause);
  return `${printed?.slice(-1500) ?? ''}The file ended with ${signal ?? exitCode}.`;
}
