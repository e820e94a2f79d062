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
const path = '/evidence/auth-Login-visitor-390-address';

const failure = (problem: string, kind: Failure['kind']): Failure => ({
  visit,
  problem,
  kind,
  moment: 'on arrival',
  path: screen.path,
});
const error = failure('planted', 'error');
const late = failure('nothing is there', 'late');
const worse = failure('the header looks different', 'worse');

/** Makes visits that find one failure each, then one alone. */
async function visitTwice(
  first: readonly Failure[],
  again: readonly Failure[],
  traced = Promise.resolve(),
) {
  const calls: string[] = [];
  const found = [...first];
  const visitor = {
    site: { url: 'http://localhost', releases: new Map(), screens: [screen] },
    visit: async () => found.splice(0, 1),
    visitAlone: async () => {
      calls.push('alone');
      return [...again];
    },
    trace: (_: Visit, path: string) => {
      calls.push(`trace ${path}`);
      return traced;
    },
  };
  const visits = first.map(() => visit);
  const { problems, warnings } = await visitAll(visitor, visits, '/evidence');
  return { problems: problems.join(), warnings: warnings.join(), calls };
}

test('a failure that recurs in an idle browser refuses the release, and is traced', async () => {
  const { problems, warnings, calls } = await visitTwice([worse], [worse]);
  assert.match(
    problems,
    new RegExp(`the header looks different .* See ${path}\\.png and ${path}\\.zip\\.$`),
  );
  assert.deepEqual([warnings, calls], ['', ['alone', `trace ${path}`]]);
});

test('a failure that leaves nothing to trace, such as a crash of the page, refuses the release', async () => {
  const { problems } = await visitTwice([error], [error], Promise.reject(new Error('crashed')));
  assert.match(problems, /fails the smoke test at auth\/Login: planted \[.*\]\.$/);
});

test('a difference that only appears during other visits is not a problem', async () => {
  const { problems, warnings, calls } = await visitTwice([worse, worse], []);
  assert.deepEqual([problems, warnings, calls], ['', '', ['alone']]);
});

test('an error that is not seen again is a warning, and not traced', async () => {
  const { problems, warnings, calls } = await visitTwice([error], []);
  assert.match(warnings, /planted .* It did not happen again\.$/);
  assert.deepEqual([problems, calls], ['', ['alone']]);
});

test('an error in several visits needs no second try, but lateness does', async () => {
  const { problems, calls } = await visitTwice([error, error], []);
  assert.match(problems, /planted .* See/);
  assert.deepEqual(calls, [`trace ${path}`]);
  assert.deepEqual((await visitTwice([late, late], [])).problems, '');
});

test('the sentences come from the idle browser', async () => {
  const { problems } = await visitTwice([worse], [failure('it leaves styles behind', 'worse')]);
  assert.match(problems, /: it leaves styles behind \[/);
});

test('a visit that hangs is abandoned, and tried again', async () => {
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
