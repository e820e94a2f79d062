import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildApp } from './app.ts';
import { readEnv } from './env.ts';
import { fixtureSite, PUBLISHERS } from './testing/fixture-releases.ts';

const { folder } = await fixtureSite(test);
const app = await buildApp(readEnv({ RELEASES: folder, PUBLISHERS, LOG_LEVEL: 'silent' }));
test.after(() => app.close());

test('A password manager is led to the form for a new password', async () => {
  const { statusCode, headers } = await app.inject('/.well-known/change-password');
  assert.equal(statusCode, 302);
  assert.equal(headers.location, '/profile#change-password');
});

test('Other well-known addresses are not found, which password managers check first', async () => {
  const { statusCode } = await app.inject(
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
  );
  assert.equal(statusCode, 404);
});
