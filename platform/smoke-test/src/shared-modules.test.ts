import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRelease } from '@kargo/release-log/testing/test-release';
import type { StoredRelease } from '@kargo/shared-types/releases/release';
import { type Taken, unsaidUses } from './shared-modules.ts';

const release = (app: string, given: Partial<StoredRelease>): [string, StoredRelease] => [
  app,
  testRelease({ app, ...given }),
];

test("A sentence says what to write when a release does not declare its screens' modules", () => {
  const screen = { id: 'auth/Login', app: 'auth' } as const;
  const taken = new Map([[screen, ['api', 'react']]]) as unknown as Taken;
  const shell = release('shell', { sharedScripts: { api: ['api.js'] } });
  const of = (given: Partial<StoredRelease>, apps = ['auth']) =>
    unsaidUses(taken, new Map([shell, release('auth', given)]), apps);
  assert.deepEqual(of({}), [
    'auth 1.0.0 loads shared modules late at auth/Login: write "uses": {"Login":["api"]} into kargo.json.',
  ]);
  assert.deepEqual(of({ uses: { Login: [] } }), []);
  assert.deepEqual(of({}, ['shell']), [], 'it did not change');
});
