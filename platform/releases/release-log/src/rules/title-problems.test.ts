import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredRelease } from '@kargo/shared-types/releases/release';
import { testRelease } from '../testing/test-release.ts';
import { titleProblems } from './title-problems.ts';

/** A remote with these titles, by screen; undefined for a screen without texts. */
const remote = (app: string, titles: Record<string, string | undefined>) =>
  testRelease({
    app,
    screens: Object.fromEntries(Object.keys(titles).map((name) => [name, []])),
    texts: Object.fromEntries(
      Object.entries(titles).flatMap(([name, title]) =>
        title === undefined ? [] : [[name, { title }]],
      ),
    ),
  });

const marketing = remote('marketing', { Home: 'Kargo', About: 'About Kargo' });
const profile = remote('profile', { Profile: 'My profile' });
const shell = testRelease({
  app: 'shell',
  version: '2.0.0',
  routes: ['marketing/Home', 'marketing/About', 'auth/Login', 'profile/Profile'],
  publicRoutes: ['marketing/Home', 'marketing/About', 'auth/Login'],
});

const site = (...releases: StoredRelease[]) => new Map(releases.map((each) => [each.app, each]));

test('Different titles are no problem', () => {
  const auth = remote('auth', { Login: 'Log in' });
  const all = site(shell, marketing, auth, profile);
  for (const candidate of all.values()) assert.deepEqual(titleProblems(candidate, all), []);
});

test('A missing, empty or blank title is refused, even without a shell', () => {
  const auth = remote('auth', { Login: undefined, Register: '', Forgotten: ' \n', Help: 'Help' });
  const problem =
    'auth 1.0.0 has no title for Login, Register, Forgotten: add it in src/screens.ts.';
  assert.deepEqual(titleProblems(auth, site(shell, auth)), [problem]);
  assert.deepEqual(titleProblems(auth, site(auth)), [problem]);
  assert.deepEqual(titleProblems(shell, site(shell, auth)), [problem]);
  assert.deepEqual(titleProblems(marketing, site(shell, marketing, auth)), []);
});

test('Two public pages, of one remote or of two, may not share a title', () => {
  const auth = remote('auth', { Login: ' About  Kargo ' });
  const all = site(shell, marketing, auth, profile);
  const problem =
    'About of marketing 1.0.0 and Login of auth 1.0.0 have the same title "About Kargo": change one in src/screens.ts.';
  for (const candidate of [marketing, auth, shell])
    assert.deepEqual(titleProblems(candidate, all), [problem], candidate.app);
  assert.deepEqual(titleProblems(profile, all), []);

  const twice = remote('marketing', { Home: 'Kargo', About: 'Kargo' });
  assert.deepEqual(titleProblems(twice, site(shell, twice)), [
    'Home of marketing 1.0.0 and About of marketing 1.0.0 have the same title "Kargo": change one in src/screens.ts.',
  ]);
});

test('Pages that are not public, and screens without a route, may share a title', () => {
  const mine = remote('profile', { Profile: 'Kargo', Unused: 'About Kargo' });
  assert.deepEqual(titleProblems(mine, site(shell, marketing, mine)), []);
  const open = { ...shell, publicRoutes: [...(shell.publicRoutes ?? []), 'profile/Profile'] };
  assert.equal(titleProblems(open, site(open, marketing, mine)).length, 1);
});
