import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { AppRecord, Canary } from '@kargo/release-log/log/app-record';
import { testRelease } from '@kargo/release-log/testing/test-release';
import type { StoredRelease } from '@kargo/shared-types/releases/release';
import { canariesFor, fitting } from './pins.ts';

const visitors = Array.from({ length: 10_000 }, () => randomBytes(16).toString('base64url'));

function stateWith(canaries: Record<string, number>) {
  const records = Object.entries(canaries).map(([app, percent]) => {
    const next = { version: `${app}-next`, hash: 'hash', percent } as Canary;
    return [app, { record: { app, next } as AppRecord }] as const;
  });
  return { records: new Map(records) };
}

const chosen = (canaries: Record<string, number>, app: string) => {
  const state = stateWith(canaries);
  return new Set(visitors.filter((visitor) => canariesFor(state, visitor).has(app)));
};

for (const percent of [1, 5, 20, 50, 99])
  test(`A canary for ${percent} % reaches about that share of visitors`, () => {
    const share = (chosen({ marketing: percent }, 'marketing').size / visitors.length) * 100;
    assert.ok(Math.abs(share - percent) < 1.5, `${share} %`);
  });

test('A higher percentage only adds visitors, and 100 % reaches all', () => {
  const few = chosen({ marketing: 5 }, 'marketing');
  const more = chosen({ marketing: 20 }, 'marketing');
  assert.ok([...few].every((visitor) => more.has(visitor)));
  assert.equal(chosen({ marketing: 100 }, 'marketing').size, visitors.length);
});

test('Two canaries are independent of each other', () => {
  const canaries = { marketing: 30, profile: 40 };
  const marketing = chosen(canaries, 'marketing');
  const profile = chosen(canaries, 'profile');
  const both = [...marketing].filter((visitor) => profile.has(visitor)).length;
  assert.ok(Math.abs(both / visitors.length - 0.12) < 0.015);
});

const shell = (version: string, provides: Record<string, string>) =>
  testRelease({ app: 'shell', version, provides });
const remote = (app: string, version: string, range: string) =>
  testRelease({ app, version, needs: { api: range } });
const byApp = (...releases: StoredRelease[]) =>
  new Map(releases.map((release) => [release.app, release]));
const names = (chosen: Map<string, StoredRelease>) =>
  [...chosen.values()].map(({ version }) => version);

const current = byApp(
  shell('shell-1', { api: '1.0.0' }),
  remote('marketing', 'marketing-1', '^1.0.0'),
  remote('profile', 'profile-1', '^1.0.0'),
);

const cases: [what: string, pinned: Map<string, StoredRelease>, expected: string[]][] = [
  [
    'A remote that is compatible with the shell',
    byApp(remote('profile', 'profile-2', '^1.0.0')),
    ['profile-2'],
  ],
  ['No remote that needs another shell', byApp(remote('profile', 'profile-2', '^2.0.0')), []],
  [
    'A shell that is compatible with all remotes',
    byApp(shell('shell-2', { api: '1.5.0' })),
    ['shell-2'],
  ],
  ['No shell that is incompatible with a remote', byApp(shell('shell-2', { api: '2.0.0' })), []],
  [
    'A shell with the remotes that need it',
    byApp(
      shell('shell-2', { api: '2.0.0' }),
      remote('marketing', 'marketing-2', '^2.0.0'),
      remote('profile', 'profile-2', '^2.0.0'),
    ),
    ['shell-2', 'marketing-2', 'profile-2'],
  ],
  [
    'A shell, but no remote that needs the current shell',
    byApp(shell('shell-2', { api: '1.9.0' }), remote('profile', 'profile-2', '~1.0.0')),
    ['shell-2'],
  ],
];
for (const [what, pinned, expected] of cases)
  test(`${what} is shown`, () => assert.deepEqual(names(fitting(pinned, current)), expected));
