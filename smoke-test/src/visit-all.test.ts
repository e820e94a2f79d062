import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Failure } from './failures.ts';
import type { Visit } from './plan-visits.ts';
import type { Screen } from './screens.ts';
import { visitAll } from './visit-all.ts';

const screen: Screen = {
  id: 'auth/Login',
  app: 'auth',
  access: 'signed-out',
  path: '/login',
  title: 'Log in',
  limit: undefined,
};
const person = { name: 'visitor', token: null, isAdmitted: false };
const visit: Visit = { screen, person, width: 390, way: 'address', isThorough: true };
const failure: Failure = {
  visit,
  problem: 'it is late',
  moment: 'on arrival',
  path: screen.path,
  isCompared: true,
};

/** Visits a screen that fails once. */
async function visitTwice({ isSeenAgain }: { isSeenAgain: boolean }) {
  const traced: string[] = [];
  const visitor = {
    site: { url: 'http://localhost', releases: new Map(), screens: [screen] },
    visit: async () => [failure],
    visitAlone: async () => (isSeenAgain ? [failure] : []),
    trace: async (_: Visit, path: string) => void traced.push(path),
  };
  const { problems, warnings } = await visitAll(visitor, [visit], '/evidence');
  return { problems, warnings, traced };
}

const path = '/evidence/auth-Login-visitor-390-address';

test('what is seen again by a browser that has nothing else to do is refused, and traced', async () => {
  const { problems, warnings, traced } = await visitTwice({ isSeenAgain: true });
  assert.match(
    problems.join(),
    new RegExp(`it is late .* See ${path}\\.png and ${path}\\.zip\\.$`),
  );
  assert.deepEqual([warnings, traced], [[], [path]]);
});

test('a visit that hangs ends some time, and is tried again', async () => {
  const visitor = {
    site: { url: 'http://localhost', releases: new Map(), screens: [screen] },
    visit: () => new Promise<Failure[]>(() => {}),
    visitAlone: async () => [],
    trace: async () => {},
  };
  const { problems, warnings } = await visitAll(visitor, [visit], '/evidence', 50);
  assert.match(
    warnings.join(),
    /the visit did not end within 0\.05 s .* It did not happen again\.$/,
  );
  assert.deepEqual(problems, []);
});

test('what is not seen again is a warning, and not traced', async () => {
  const { problems, warnings, traced } = await visitTwice({ isSeenAgain: false });
  assert.match(warnings.join(), /it is late .* It did not happen again\.$/);
  assert.deepEqual([problems, traced], [[], []]);
});
