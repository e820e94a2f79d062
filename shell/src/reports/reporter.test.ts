import { routeAt } from '../routes.ts';
import { noteReports, reports } from '../testing/sent-reports.ts';
import { Reporter } from './reporter.ts';

/** A new page's reporter, with these releases. */
function reporter({ isShellDeleted = false } = {}) {
  return new Reporter({
    releasesOf: () => [],
    chosenRelease: (app) => ({ ...auth, app, url: '' }),
    isShellDeleted: () => isShellDeleted,
    routeAt,
    runningShell: () => shell,
  });
}

const auth = { app: 'auth', version: '2.0.0' };
const profile = { app: 'profile', version: '3.0.0' };
const shell = { app: 'shell', version: '1.0.0' };
const ofAuth = 'https://kargo.example/releases/auth/2.0.0/Login.js';
const blocked = new TypeError('Failed to fetch');
const ofShell = 'https://kargo.example/releases/shell/1.0.0/main.js';

beforeEach(() => {
  noteReports();
  history.replaceState(null, '', '/login?token=secret');
});

afterEach(() => {
  document.documentElement.className = '';
  document.body.replaceChildren();
});

test('each kind is reported once per release, with the screen if it is of the same app', async () => {
  const it = reporter();
  for (const release of [auth, auth, shell]) it.scriptFailed(release, ofAuth, blocked);
  it.releaseFailed(auth, new Error('second'), true);
  const [screen, message] = ['auth/Login', 'Login.js: TypeError: Failed to fetch'];
  expect(await reports(3)).toEqual([
    { kind: 'script-failed', ...auth, screen, message },
    { kind: 'script-failed', ...shell, message },
    { kind: 'screen-threw', ...auth, screen, message: 'Error: second' },
  ]);
});

test('a page reports 20 problems at most', async () => {
  const it = reporter();
  for (let minor = 0; minor < 30; minor += 1)
    it.releaseFailed({ app: 'auth', version: `2.${minor}.0` }, '', true);
  expect(await reports(20)).toHaveLength(20);
});

test('a message says nothing about a person', async () => {
  const error = new TypeError(`No ada@kargo.example at ${ofAuth}?token=a 12345`);
  reporter().releaseFailed(auth, error, true);
  expect(await reports(1)).toMatchObject([{ message: 'TypeError: No … at … …' }]);
});

test('nothing is reported for a development server', async () => {
  const it = reporter();
  it.releaseFailed({ app: 'auth', version: 'dev' }, '', true);
  it.shown({ app: 'auth', version: 'dev' });
  it.shown(auth);
  expect(await reports(1)).toEqual([{ kind: 'view', ...auth }]);
});

test('nothing is thrown if the browser has no beacons', () => {
  Object.assign(navigator, { sendBeacon: undefined });
  expect(() => reporter().shown(auth)).not.toThrow();
});

test('a failed release gave way, or its screen threw, and counts once in a page', async () => {
  const it = reporter();
  const marketing = { app: 'marketing', version: '3.0.0' };
  const chunk = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' });
  it.releaseFailed(auth, new Error('503'), false);
  it.releaseFailed(auth, new Error('planted'), true);
  it.releaseFailed(profile, new Error('planted'), true);
  it.releaseFailed(marketing, chunk, true);
  expect(await reports(3)).toMatchObject([
    { ...auth, kind: 'gave-way', message: 'Error: 503' },
    { ...profile, kind: 'screen-threw', message: 'Error: planted' },
    { ...marketing, kind: 'gave-way' },
  ]);
});

test('a script that the browser refused is reported as such, and not as a release that gave way', async () => {
  const it = reporter();
  it.scriptFailed(auth, `${ofAuth}?attempt=1`, blocked);
  it.releaseFailed(auth, new Error('Loading failed'), false);
  it.shown(auth);
  expect(await reports(2)).toMatchObject([
    { kind: 'script-failed', message: 'Login.js: TypeError: Failed to fetch' },
    { kind: 'view' },
  ]);
});

test.each([
  'Failed to fetch dynamically imported module: https://kargo.example/releases/auth/2.0.0/a.js',
  'error loading dynamically imported module: https://kargo.example/releases/auth/2.0.0/a.js',
  'Importing a module script failed.',
  'Cannot load script due to integrity mismatch',
])('so is a module: %s', async (message) => {
  const it = reporter();
  it.releaseFailed(auth, new TypeError(message), false);
  it.releaseFailed(profile, new TypeError('undefined is not a function'), false);
  expect(await reports(2)).toMatchObject([
    { ...auth, kind: 'script-failed' },
    { ...profile, kind: 'gave-way' },
  ]);
});

test('other failed scripts are reported for the shell only, unless it was deleted', async () => {
  reporter().scriptFailed(auth, ofAuth, new Error('503'));
  reporter({ isShellDeleted: true }).scriptFailed(shell, ofShell, new Error('404'));
  reporter().scriptFailed(shell, ofShell, new Error('503'));
  expect(await reports(1)).toMatchObject([{ ...shell, message: 'main.js: Error: 503' }]);
});

test.each([
  ['a remote that called the shell', `at a (${ofShell}:1:2)\nat b (${ofAuth}:1:2)`, auth],
  ['the shell', `at a (${ofShell}:1:2)`, shell],
  ['nobody', 'at div', shell],
])('an error by %s', async (_whose, stack, release) => {
  const error = Object.assign(new Error('planted'), { stack });
  const it = reporter();
  it.thrown(error);
  it.hydrationFailed(error, { componentStack: stack });
  it.happened(new ErrorEvent('error', { error, filename: ofShell }));
  expect(await reports(2)).toMatchObject([
    { kind: 'screen-threw', ...release },
    { kind: 'hydration', ...release },
  ]);
});

test('an error without a stack belongs to the file that threw it', async () => {
  reporter().happened(new ErrorEvent('error', { error: 'planted', filename: ofAuth }));
  expect(await reports(1)).toMatchObject([{ ...auth, message: 'planted' }]);
});

test("neither extensions' errors nor moved nodes are reported", async () => {
  const it = reporter();
  const error = new Error('planted');
  it.happened(new ErrorEvent('error', { error, filename: 'chrome-extension://a/b.js' }));
  const moved = new DOMException('The node is not a child of this node', 'NotFoundError');
  it.happened(new ErrorEvent('error', { error: moved, filename: ofShell }));
  it.shown(shell);
  expect(await reports(1)).toMatchObject([{ kind: 'view' }]);
});

test.each([
  ['of Chrome', () => document.documentElement.classList.add('translated-ltr')],
  ['of Edge', () => document.body.setAttribute('_msttexthash', '1')],
  ['of others', () => document.body.append(document.createElement('font'))],
])('HTML that was changed by a translator %s is not reported', async (_whose, translate) => {
  const it = reporter();
  translate();
  it.hydrationFailed(new Error('#418'), { componentStack: '' });
  it.shown(shell);
  expect(await reports(1)).toMatchObject([{ kind: 'view' }]);
  document.body.removeAttribute('_msttexthash');
});

describe('A policy', () => {
  class Violation extends Event {}
  const violation = (given: object) =>
    Object.assign(new Violation('securitypolicyviolation'), {
      effectiveDirective: 'connect-src',
      blockedURI: 'https://elsewhere.example:8443/ada/token-1',
      sourceFile: '',
      sample: 'Ada Field',
      ...given,
    });

  beforeEach(() => Object.assign(globalThis, { SecurityPolicyViolationEvent: Violation }));

  test.each([
    ['a host', {}, shell, 'connect-src elsewhere.example:8443'],
    ['a host, by a remote', { sourceFile: ofAuth }, auth, 'connect-src elsewhere.example:8443'],
    ['what is inline', { blockedURI: 'inline' }, shell, 'connect-src inline'],
    ['a page of ours', { blockedURI: 'http://localhost/magic/a' }, shell, 'connect-src localhost'],
    [
      'a file of a release',
      { blockedURI: 'http://localhost/releases/auth/2.0.0/Login.js?a=b' },
      auth,
      'connect-src Login.js',
    ],
  ])('that refuses %s is reported by host or file', async (_what, given, release, message) => {
    reporter().happened(violation(given));
    expect(await reports(1)).toEqual([expect.objectContaining({ ...release, message })]);
  });

  test('that refuses an extension is not reported', async () => {
    const it = reporter();
    it.happened(violation({ sourceFile: 'moz-extension' }));
    it.happened(violation({ sourceFile: 'chrome-extension://a/b.js' }));
    it.shown(shell);
    expect(await reports(1)).toMatchObject([{ kind: 'view' }]);
  });
});

test("a refused upload is reported by its code, for the screen's release", async () => {
  reporter().happened(new CustomEvent('kargo-upload-refused', { detail: 'image-too-large' }));
  expect(await reports(1)).toEqual([
    { kind: 'upload-refused', ...auth, screen: 'auth/Login', message: 'image-too-large' },
  ]);
});
