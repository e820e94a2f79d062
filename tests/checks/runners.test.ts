import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChoice } from './runners.ts';

const stages = ['test:node', 'check:types'];

test('Without parameters all stages run', () => {
  assert.deepEqual(readChoice([], stages), { 'test:node': '', 'check:types': '' });
});

test('A stage runs as a whole', () => {
  assert.deepEqual(readChoice(['check:types'], stages), { 'check:types': '' });
});

test('Each file is run by its runner, with a part of a title', () => {
  const files = [
    'tests/checks/runners.test.ts',
    'api/src/app.test.ts',
    'shell/src/Pages.test.tsx',
    'tests/e2e/src/journeys/visiting.spec.ts',
    'tests/e2e/src/engines/session.spec.ts',
  ];
  assert.deepEqual(readChoice([...files, '-t', '"a" (b)'], stages), {
    'test:node': '--test-name-pattern=.a...b. tests/checks/runners.test.ts',
    'test:services': '--test-name-pattern=.a...b. api/src/app.test.ts',
    'test:dom': '--testNamePattern=.a...b. --runTestsByPath shell/src/Pages.test.tsx',
    'test:browser': '--grep=.a...b. tests/e2e/src/journeys/visiting.spec.ts',
    'test:engines': '--grep=.a...b. tests/e2e/src/engines/session.spec.ts',
  });
});

test('A word that is neither a stage nor a file is refused, and so is a title without a file', () => {
  assert.throws(() => readChoice(['nowhere.test.ts'], stages), /no test file "nowhere.test.ts"/);
  assert.throws(() => readChoice(['test:node', '-t', 'a'], stages), /Name a test file/);
});
