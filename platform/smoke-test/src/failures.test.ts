import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRelease } from '@kargo/release-log/testing/test-release';
import { byCause, describe, evidencePath, type Failure } from './failures.ts';

const releases = new Map(['shell', 'marketing', 'auth'].map((app) => [app, testRelease({ app })]));

function failure(id: string, problem: string, token: string | null = null): Failure {
  const [app = ''] = id.split('/');
  return {
    visit: {
      screen: { id, app, path: '/', title: '', access: 'public', limit: undefined },
      person: { name: token === null ? 'visitor' : 'link mailed', token, isAdmitted: true },
      width: 390,
      way: 'link',
      isThorough: false,
    },
    problem,
    moment: 'on arrival',
    path: '/',
    kind: 'error',
  };
}

test('failures that differ only in numbers have one cause', () => {
  const [one, other, third] = [
    failure('marketing/Home', 'it blocks the page for 1200 ms'),
    failure('marketing/Home', 'it blocks the page for 1900 ms'),
    failure('marketing/Home', 'it ended the session'),
  ];
  assert.deepEqual(byCause([one, third, other]), [[one, other], [third]]);
});

test('a failing screen is not blamed on screens whose visits pass it', () => {
  const at = (id: string, own: string, path: string) => {
    const it = failure(id, `planted\n  at ${id}`);
    return { ...it, path, visit: { ...it.visit, screen: { ...it.visit.screen, path: own } } };
  };
  const failing = at('profile/StripeError', '/StripeError', '/StripeError');
  const overIt = at('marketing/Home', '/', '/StripeError');
  const overAnother = at('marketing/About', '/About', '/login');
  assert.deepEqual(byCause([overIt, failing, overAnother]), [[failing, overAnother]]);
  assert.deepEqual(byCause([overIt]), [[overIt]]);
});

test('a failure is described with screen, person, width, way, moment and files', () => {
  const failures = [
    failure('marketing/Home', 'uncaught: Error: planted\n  at x', 'token'),
    failure('marketing/About', 'uncaught: Error: planted\n  at y'),
  ];
  assert.equal(
    describe(failures, { releases }, '/tmp/home'),
    'marketing 1.0.0 fails the smoke test at marketing/Home, marketing/About: uncaught: Error: planted ' +
      '[a driver (link mailed), 390 px, by link, on arrival, and 1 more]. See /tmp/home.png and /tmp/home.zip.',
  );
});

test('the shell is blamed for a failure in screens of several remotes', () => {
  const failures = [failure('marketing/Home', 'planted'), failure('auth/Login', 'planted')];
  assert.match(describe(failures, { releases }), /^shell 1\.0\.0 fails .*, and 1 more\]\.$/);
});

test('a remote that has not changed is not blamed', () => {
  const failures = [failure('marketing/Home', 'planted')];
  const blamed = (judged: string[]) => describe(failures, { releases, judged });
  assert.match(blamed(['shell']), /^shell 1\.0\.0 fails the smoke test at marketing\/Home/);
  assert.match(blamed(['marketing']), /^marketing /);
});

test('files are named by the visit', () => {
  assert.equal(
    evidencePath('/tmp', failure('marketing/Home', '', 'token')),
    '/tmp/marketing-Home-link-mailed-390-link',
  );
});
