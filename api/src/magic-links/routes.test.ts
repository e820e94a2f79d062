import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ProfileResponse } from '@kargo/shared-types/api/driver';
import { sql } from 'kysely';
import { buildApp } from '../app.ts';
import { bearer, callsOf } from '../testing/calls-of.ts';
import { startTestApi } from '../testing/start-test-api.ts';
import { createMagicToken } from './repository.ts';

const api = await startTestApi();
after(() => api.stop());

const path = '/driver/verify-magic-token';

const verifyMagicToken = (payload: Record<string, unknown>, caller = {}) =>
  api.post(path, { device_id: '203.0.113.7', ...payload }, caller);

const letExpire = (driverId: string) =>
  api.db
    .updateTable('magic_links')
    .set({ expires_at: sql<Date>`now()` })
    .where('driver_id', '=', driverId)
    .execute();

test('a driver signs in with a magic link, and the token opens the profile', async () => {
  const driver = await api.addDriver();
  const token = await createMagicToken(api.db, driver.id);
  assert.match(token, /^[\w-]{43}$/);

  const response = await verifyMagicToken({ token });
  assert.equal(response.statusCode, 200);
  const { access_token, ...profile } = response.json<ProfileResponse>();
  assert.equal(profile.id, driver.id);
  assert.deepEqual(await api.profileOf(bearer(access_token ?? '')), profile);
});

test('a link works without a device id', async () => {
  const token = await createMagicToken(api.db, (await api.addDriver()).id);
  assert.equal((await verifyMagicToken({ token, device_id: null })).statusCode, 200);
});

test('a link signs in its own driver, even if another one is signed in', async () => {
  const [ada, ben] = [await api.addSignedInDriver(), await api.addDriver({ name: 'Ben Marsh' })];
  for (const headers of [ada.headers, bearer('no-good')]) {
    const token = await createMagicToken(api.db, ben.id);
    const response = await verifyMagicToken({ token }, { headers });
    assert.equal(response.json<ProfileResponse>().name, 'Ben Marsh');
  }
});

test('the token cannot be found in the database', async () => {
  const driver = await api.addDriver();
  const token = await createMagicToken(api.db, driver.id);
  const { rows } = await sql<{ row: string }>`
    select row_to_json(m)::text as row from magic_links m
    union all select encode(token_hash, 'escape') from magic_links
    union all select row_to_json(r)::text from rate_limits r`.execute(api.db);
  for (const { row } of rows) assert.ok(!row.includes(token));
});

test('of a hundred simultaneous requests with one token, three succeed', async (t) => {
  const generous = await startTestApi({ LOGIN_LIMIT_PER_ACCOUNT: 1000 });
  t.after(() => generous.stop());
  const driver = await generous.addDriver();
  const token = await createMagicToken(generous.db, driver.id);
  /** Retries until the API is not too busy. */
  async function ask() {
    for (;;) {
      const response = await generous.post(path, { token, device_id: null });
      if (response.statusCode !== 503) return response;
    }
  }
  const responses = await Promise.all(Array.from({ length: 100 }, ask));

  const countOf = (status: number) =>
    responses.filter(({ statusCode }) => statusCode === status).length;
  assert.deepEqual([countOf(200), countOf(403)], [3, 97]);
  const sessions = await generous.db.selectFrom('access_tokens').selectAll().execute();
  assert.equal(sessions.length, 3);
});

test('when a link is replaced while it is opened, only the new one works', async () => {
  const driver = await api.addDriver();
  for (let round = 0; round < 5; round += 1) {
    const old = await createMagicToken(api.db, driver.id);
    const [, next] = await Promise.all([
      verifyMagicToken({ token: old }),
      createMagicToken(api.db, driver.id),
    ]);
    assert.equal((await verifyMagicToken({ token: old })).statusCode, 403);
    assert.equal((await verifyMagicToken({ token: next })).statusCode, 200);
  }
});

test('a token that is used, expired, replaced or made up gets the same response', async () => {
  const [used, expired, replaced] = await Promise.all([1, 2, 3].map(() => api.addDriver()));
  assert.ok(used && expired && replaced);
  const usedToken = await createMagicToken(api.db, used.id);
  for (const _ of [1, 2, 3]) await verifyMagicToken({ token: usedToken });
  const expiredToken = await createMagicToken(api.db, expired.id);
  await letExpire(expired.id);
  const replacedToken = await createMagicToken(api.db, replaced.id);
  await createMagicToken(api.db, replaced.id);

  const responses = await Promise.all(
    [usedToken, expiredToken, replacedToken, 'x'.repeat(43), 'x'].map((token) =>
      verifyMagicToken({ token }),
    ),
  );
  for (const response of responses) {
    assert.equal(response.statusCode, 403);
    assert.deepEqual(response.json(), {
      code: 'magic_token_invalid',
      message: 'This link does not work any more.',
    });
  }
});

test('a link works for fifteen minutes', async () => {
  const driver = await api.addDriver();
  await createMagicToken(api.db, driver.id);
  const { seconds } = await api.db
    .selectFrom('magic_links')
    .where('driver_id', '=', driver.id)
    .select(sql<number>`extract(epoch from expires_at - now())::float8`.as('seconds'))
    .executeTakeFirstOrThrow();
  assert.ok(seconds > 890 && seconds <= 900, `${seconds} s`);
});

test('a driver who may not sign in is refused like at login, and keeps the link', async () => {
  const driver = await api.addDriver({ approved_at: null });
  const token = await createMagicToken(api.db, driver.id);
  const refused = await verifyMagicToken({ token });
  assert.equal(refused.statusCode, 403);
  assert.deepEqual(refused.json(), {
    code: 'driver_not_approved',
    message: 'Your account is not approved yet',
  });
  await api.setDriver(driver, { approved_at: new Date() });
  assert.equal((await verifyMagicToken({ token })).statusCode, 200);
});

test('a link of a disabled driver is refused', async () => {
  const driver = await api.addDriver({ disabled_at: new Date() });
  const token = await createMagicToken(api.db, driver.id);
  const refused = await verifyMagicToken({ token });
  assert.equal(refused.statusCode, 403);
  assert.equal(refused.json().code, 'driver_disabled');
});

test('disabling a driver invalidates the link, also after enabling the driver again', async () => {
  const driver = await api.addDriver();
  const token = await createMagicToken(api.db, driver.id);
  for (const disabled_at of [new Date(), null]) await api.setDriver(driver, { disabled_at });
  assert.equal((await verifyMagicToken({ token })).json().code, 'magic_token_invalid');
});

test('a long token of another server is refused like an unknown one', async () => {
  const response = await verifyMagicToken({ token: `eyJ.${'a'.repeat(2000)}.sig/=` });
  assert.equal(response.json().code, 'magic_token_invalid');
});

for (const [name, change] of [
  ['without a token', { token: undefined }],
  ['with an empty token', { token: '' }],
  ['with a token beyond all measure', { token: 'x'.repeat(4097) }],
  ['with a number where the token belongs', { token: 7 }],
  ['without a device id', { device_id: undefined }],
  ['with a field that the contract does not know', { email: 'ada@kargo.example' }],
] as const) {
  test(`a request ${name} is refused, and uses up no link`, async () => {
    const token = await createMagicToken(api.db, (await api.addDriver()).id);
    const response = await verifyMagicToken({ token, ...change });
    assert.equal(response.statusCode, 400);
    assert.equal(response.json().code, 'validation_failed');
    assert.equal((await verifyMagicToken({ token })).statusCode, 200);
  });
}

test('the eleventh attempt with one token in five minutes is refused, from any address', async () => {
  const token = 'nobody-has-this-token';
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const response = await verifyMagicToken({ token }, { remoteAddress: `198.51.100.${attempt}` });
    assert.equal(response.statusCode, 403);
  }
  const response = await verifyMagicToken({ token }, { remoteAddress: '198.51.100.11' });
  assert.equal(response.statusCode, 429);
  assert.equal(response.json().code, 'rate_limited');
  const retryAfter = Number(response.headers['retry-after']);
  assert.ok(retryAfter > 290 && retryAfter <= 300, `Retry-After: ${retryAfter}`);
});

test('attempts from one address are limited, without limiting logins from there', async (t) => {
  const env = { ...api.env, LOGIN_LIMIT_PER_ADDRESS: 3 };
  const app = await buildApp({ ...api, db: api.apiDb, env, stripe: undefined });
  t.after(() => app.close());
  const strict = callsOf(app);
  const caller = { remoteAddress: '2001:db8::1' };
  const attempt = (token: string) => strict.post(path, { token, device_id: null }, caller);
  for (const token of ['a', 'b', 'c']) assert.equal((await attempt(token)).statusCode, 403);
  const refused = await attempt('d');
  assert.equal(refused.statusCode, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.equal((await strict.post('/login', {}, caller)).statusCode, 400);
});
