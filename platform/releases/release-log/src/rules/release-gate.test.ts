import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RemoteRelease, StoredRelease } from '@kargo/shared-types/releases/release';
import { testRelease } from '../testing/test-release.ts';
import { fallbacksOf, problemsOf } from './release-gate.ts';

const release = (given: Partial<StoredRelease>) => testRelease({ app: 'profile', ...given });

const shell = (given: Partial<StoredRelease>) =>
  release({ app: 'shell', version: '2.0.0', ...given });

const site = (...releases: StoredRelease[]) => new Map(releases.map((each) => [each.app, each]));

test('Modules with the same problem are reported in one sentence', () => {
  const remote = release({ needs: { a: '^2.0.0', b: '^2.0.0', c: '^1.0.0', d: '^1.0.0' } });
  const host = shell({ provides: { a: '1.9.0', b: '1.9.0', c: '1.5.0' } });
  assert.deepEqual(problemsOf(remote, site(host)), [
    'profile 1.0.0 needs a, b in ^2.0.0, but shell 2.0.0 provides 1.9.0: release both together.',
    'profile 1.0.0 needs d in ^1.0.0, but shell 2.0.0 does not provide it: release both together.',
  ]);
  assert.deepEqual(problemsOf(host, site(remote)), problemsOf(remote, site(host)));
});

test('Modules named like properties of every object are missing, or not missed', () => {
  const host = shell({ provides: { a: '1.0.0' } });
  const needs = JSON.parse('{"constructor":"^1.0.0","toString":"*","__proto__":"*"}');
  const remote = release({ needs, copies: { constructor: ['own.js'] } });
  assert.match(
    problemsOf(host, site(remote)).join(),
    /^profile 1\.0\.0 needs [\w, ]+ in \*, but shell 2\.0\.0 does not provide it: [^:]+$/,
  );
});

test('Without a shell a remote has no problems, and a shell has none without its remotes', () => {
  const remote = release({ needs: { a: '^2.0.0' } });
  assert.deepEqual(problemsOf(remote, site(remote)), []);
  const host = shell({ provides: { a: '2.0.0' }, routes: ['auth/Login'] });
  assert.deepEqual(problemsOf(host, site(remote)), []);
  const auth = release({ app: 'auth', screens: { Register: [] } });
  assert.deepEqual(problemsOf(auth, site(host)), [
    'shell 2.0.0 routes to auth/Login, which auth 1.0.0 lacks: add the screen, or take the route out.',
  ]);
});

test('There are at most three fallbacks, all compatible with the current shell', async () => {
  const host = shell({ provides: { a: '3.0.0' } });
  const needs = (version: string, range: string) => release({ version, needs: { a: range } });
  const releases = ['1.6.0', '1.5.0', '1.4.0', '1.3.0', '1.2.0'].map((version) =>
    needs(version, version === '1.5.0' ? '^2.0.0' : '^3.0.0'),
  );
  const versions = releases.map(({ version }) => version);
  const read = async (version: string) =>
    version === '1.4.0' ? undefined : releases.find((each) => each.version === version);
  const fallbacks = await fallbacksOf([...versions, '1.1.0'], site(host), read);
  assert.deepEqual(
    fallbacks.map(({ version }) => version),
    ['1.6.0', '1.3.0', '1.2.0'],
  );
});

test('A remote with its own copy of a package of the shell is refused', () => {
  const remote = release({ bundles: { react: '19.0.0', yup: '1.7.1' } });
  const host = shell({ sharedPackages: ['react', 'jotai'] });
  assert.deepEqual(problemsOf(remote, site(host)), [
    'profile 1.0.0 bundles its own copy of react 19.0.0: import what it needs from shared-runtime.',
  ]);
});

test("A remote's own copy is no conflict if the shell has the right version", () => {
  const remote = release({
    needs: { react: '^19.0.0', lodash: '^4.0.0' },
    copies: { react: ['react.js'], lodash: ['lodash.js'] },
  });
  const problemsWith = (react: string) => problemsOf(remote, site(shell({ provides: { react } })));
  assert.deepEqual(problemsWith('19.3.1'), []);
  assert.deepEqual(problemsWith('18.0.0'), [
    'profile 1.0.0 needs react in ^19.0.0, but shell 2.0.0 provides 18.0.0: release both together.',
  ]);
});

test('Two remotes may not define the same name on window', () => {
  const container = { type: 'global', name: 'tracking', chunkList: 'chunks' } as const;
  const remote = release({ container });
  const problemsNextTo = (app: string, other: RemoteRelease['container']) =>
    problemsOf(remote, site(release({ app, ...(other && { container: other }) })));
  assert.deepEqual(problemsNextTo('profile', container), []);
  assert.deepEqual(problemsNextTo('auth', { ...container, name: 'auth' }), [
    'profile 1.0.0 defines chunks on window, as auth 1.0.0 does: give its federation plugin another name.',
  ]);
  const named = release({ container: { type: 'global', name: 'kargo_auth' } });
  const auth = release({ app: 'auth' });
  assert.equal(problemsOf(named, site(auth)).length, 1);
  // Otherwise a team could end another's rollout and take its fallbacks away.
  assert.deepEqual(problemsOf(auth, site(named)), []);
});
