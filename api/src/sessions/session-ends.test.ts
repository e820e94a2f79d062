import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { LoginResponse } from '@kargo/shared-types/api/session';
import { sql } from 'kysely';
import type { Driver } from '../database/tables.ts';
import { unsignedIdToken } from '../testing/fake-identity-provider.ts';
import { startTestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
after(() => api.stop());

const post = (url: string, payload?: object, token?: string) =>
  api.app.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    payload,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });

async function logIn(body: object): Promise<string> {
  const login = await post('/login', body);
  assert.equal(login.statusCode, 200, login.body);
  return login.json<LoginResponse>().access_token;
}

const status = async (token: string) =>
  (await api.app.inject({ url: '/api/v1/verify', headers: { authorization: `Bearer ${token}` } }))
    .statusCode;

/** Seconds since 1970, as in ID tokens. */
const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

const idToken = (driver: Driver, claims: object = {}) =>
  unsignedIdToken({ sub: driver.firebase_uid, email: driver.email, ...claims });

/** Makes the next call ask the provider about the account again. */
const forgetCheck = (driver: Driver) =>
  api.db
    .updateTable('drivers')
    .set({ account_checked_at: null })
    .where('id', '=', driver.id)
    .execute();

test('after logging out, the ID token of the login opens no session', async () => {
  const body = api.loginBody(await api.addDriver());
  await post('/logout', undefined, await logIn(body));
  const again = await post('/login', body);
  assert.equal(again.statusCode, 403);
  assert.equal(again.json().code, 'identity_token_invalid');
});

test('after logging out, a new ID token of the same sign-in opens none either', async () => {
  const driver = await api.addDriver();
  const auth_time = secondsAgo(20);
  const tokenOfSignIn = () => ({ firebase_token: idToken(driver, { auth_time }) });
  await post('/logout', undefined, await logIn(api.loginBody(driver, tokenOfSignIn())));
  const again = await post('/login', api.loginBody(driver, tokenOfSignIn()));
  assert.equal(again.statusCode, 403);
  assert.equal(again.json().code, 'identity_token_invalid');
  // Another `auth_time` makes this another sign-in.
  const firebase_token = idToken(driver, { auth_time: secondsAgo(2) });
  assert.equal((await post('/login', api.loginBody(driver, { firebase_token }))).statusCode, 200);
});

test('two drivers who sign in within the same second have a session each', async () => {
  const [ada, ben] = [await api.addDriver(), await api.addDriver()];
  const auth_time = secondsAgo(20);
  const tokens = [];
  for (const driver of [ada, ben]) {
    const firebase_token = idToken(driver, { auth_time });
    tokens.push(await logIn(api.loginBody(driver, { firebase_token })));
  }
  assert.deepEqual(await Promise.all(tokens.map(status)), [200, 200]);
});

test('the sign-in that reported a password change opens no other session', async () => {
  const { driver, token } = await api.addSignedInDriver();
  const auth_time = secondsAgo(1);
  const firebase_token = idToken(driver, { auth_time });
  assert.equal((await post('/driver/password-changed', { firebase_token }, token)).statusCode, 204);
  await post('/logout', undefined, token);
  const again = idToken(driver, { auth_time });
  const login = await post('/login', api.loginBody(driver, { firebase_token: again }));
  assert.equal(login.statusCode, 403);
});

test('once a password change was reported, the sign-in that began the session opens no other', async () => {
  const driver = await api.addDriver();
  const auth_time = secondsAgo(20);
  const body = api.loginBody(driver, { firebase_token: idToken(driver, { auth_time }) });
  const token = await logIn(body);
  const firebase_token = idToken(driver, { auth_time: secondsAgo(1) });
  assert.equal((await post('/driver/password-changed', { firebase_token }, token)).statusCode, 204);
  assert.equal((await post('/login', body)).statusCode, 403);
  assert.equal(await status(token), 200);
});

test('a sign-in that is used again replaces its session, however many try at once', async () => {
  const driver = await api.addDriver();
  const auth_time = secondsAgo(20);
  const body = api.loginBody(driver, { firebase_token: idToken(driver, { auth_time }) });
  const first = await logIn(body);
  const firebase_token = idToken(driver, { auth_time });
  const second = await logIn(api.loginBody(driver, { firebase_token }));
  assert.equal(await status(first), 401);
  assert.equal(await status(second), 200);

  const tokens = await Promise.all([logIn(body), logIn(body), logIn(body)]);
  const alive = await Promise.all(tokens.map(status));
  assert.deepEqual(alive.sort(), [200, 401, 401]);
});

test('a valid ID token of an old sign-in does not log in', async () => {
  const driver = await api.addDriver();
  const firebase_token = idToken(driver, { auth_time: secondsAgo(301) });
  const login = await post('/login', api.loginBody(driver, { firebase_token }));
  assert.equal(login.json().code, 'identity_token_invalid');
});

test('a session ends after ninety days, in use or not', async () => {
  const { driver, token } = await api.addSignedInDriver();
  const bornAgo = (age: string) =>
    api.db
      .updateTable('access_tokens')
      .set({ created_at: sql<Date>`now() - ${age}::interval`, expires_at: sql`now() + '1 hour'` })
      .where('driver_id', '=', driver.id)
      .execute();
  await bornAgo('89 days');
  assert.equal(await status(token), 200);
  const { expires_at } = await api.db
    .selectFrom('access_tokens')
    .where('driver_id', '=', driver.id)
    .select('expires_at')
    .executeTakeFirstOrThrow();
  assert.ok(Math.abs(expires_at.getTime() - Date.now() - 24 * 3600_000) < 60_000);
  await bornAgo('91 days');
  assert.equal(await status(token), 401);
});

test('a password change ends the other sessions, and keeps this one', async () => {
  const driver = await api.addDriver();
  const elsewhere = await logIn(api.loginBody(driver));
  const here = await logIn(api.loginBody(driver));
  const { token: ofSomebodyElse } = await api.addSignedInDriver();

  api.identityProvider.addAccount({
    uid: driver.firebase_uid,
    email: driver.email,
    tokensRevokedAt: new Date(),
  });
  const firebase_token = idToken(driver, { auth_time: secondsAgo(0) });
  const told = await post('/driver/password-changed', { firebase_token }, here);
  assert.equal(told.statusCode, 204, told.body);

  await forgetCheck(driver);
  assert.equal(await status(here), 200);
  assert.equal(await status(elsewhere), 401);
  assert.equal(await status(ofSomebodyElse), 200);
});

test('a password change can be reported only after signing in since, as the same driver', async () => {
  const { driver, token } = await api.addSignedInDriver();
  await logIn(api.loginBody(driver));
  const stranger = await api.addDriver();
  api.identityProvider.addAccount({
    uid: driver.firebase_uid,
    email: driver.email,
    tokensRevokedAt: new Date(),
  });
  for (const firebase_token of [
    idToken(driver, { auth_time: secondsAgo(60) }),
    idToken(stranger),
    'forged',
  ]) {
    const told = await post('/driver/password-changed', { firebase_token }, token);
    assert.equal(told.statusCode, 403);
  }
  const unknown = await post('/driver/password-changed', { firebase_token: idToken(driver) }, 'x');
  assert.equal(unknown.statusCode, 401);
  const { count } = await api.db
    .selectFrom('access_tokens')
    .where('driver_id', '=', driver.id)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(count, '2');
});

test('the eleventh report of a password change in five minutes is refused, and recorded once', async () => {
  const { driver, token } = await api.addSignedInDriver();
  const statuses = [];
  for (let time = 0; time < 15; time += 1) {
    const told = await post('/driver/password-changed', { firebase_token: 'forged' }, token);
    statuses.push(told.statusCode);
  }
  assert.deepEqual(statuses, [...Array(10).fill(403), ...Array(5).fill(429)]);
  const ofDriver = await api.db
    .selectFrom('audit_events')
    .where('driver_id', '=', driver.id)
    .select('event')
    .execute();
  assert.equal(ofDriver.length, 10);
  const hits = await api.db
    .selectFrom('audit_events')
    .where('event', '=', 'limit_hit')
    .select('reason')
    .execute();
  assert.deepEqual(hits, [{ reason: '/api/v1/driver/password-changed' }]);
});
