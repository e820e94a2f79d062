import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from '../app.ts';
import type { Driver } from '../database/tables.ts';
import { bearer, callsOf, type Headers } from '../testing/calls-of.ts';
import { unsignedIdToken } from '../testing/fake-identity-provider.ts';
import { until } from '../testing/start-payout-api.ts';
import { startTestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
after(() => api.stop());
const { logIn, logOut, post, reportPassword, statusOf } = api;

/** Seconds since 1970, as in ID tokens. */
const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

const idToken = (driver: Driver, claims: object = {}) =>
  unsignedIdToken({ sub: driver.firebase_uid, email: driver.email, ...claims });

test('after logging out, the ID token of the login opens no session', async () => {
  const body = api.loginBody(await api.addDriver());
  await logOut(await logIn(body));
  const again = await post('/login', body);
  assert.equal(again.statusCode, 403);
  assert.equal(again.json().code, 'identity_token_invalid');
});

test('after logging out, a new ID token of the same sign-in opens none either', async () => {
  const driver = await api.addDriver();
  const auth_time = secondsAgo(20);
  const tokenOfSignIn = () => ({ firebase_token: idToken(driver, { auth_time }) });
  await logOut(await logIn(api.loginBody(driver, tokenOfSignIn())));
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
  const sessions = [];
  for (const driver of [ada, ben]) {
    const firebase_token = idToken(driver, { auth_time });
    sessions.push(await logIn(api.loginBody(driver, { firebase_token })));
  }
  assert.deepEqual(await Promise.all(sessions.map(statusOf)), [200, 200]);
});

test('the sign-in that reported a password change opens no other session', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  const auth_time = secondsAgo(1);
  const firebase_token = idToken(driver, { auth_time });
  assert.equal((await reportPassword(firebase_token, headers)).statusCode, 204);
  await logOut(headers);
  const again = idToken(driver, { auth_time });
  const login = await post('/login', api.loginBody(driver, { firebase_token: again }));
  assert.equal(login.statusCode, 403);
});

test('once a password change was reported, the sign-in that began the session opens no other', async () => {
  const driver = await api.addDriver();
  const auth_time = secondsAgo(20);
  const body = api.loginBody(driver, { firebase_token: idToken(driver, { auth_time }) });
  const headers = await logIn(body);
  const firebase_token = idToken(driver, { auth_time: secondsAgo(1) });
  assert.equal((await reportPassword(firebase_token, headers)).statusCode, 204);
  assert.equal((await post('/login', body)).statusCode, 403);
  assert.equal(await statusOf(headers), 200);
});

test('a sign-in that is used again replaces its session, however many try at once', async () => {
  const driver = await api.addDriver();
  const auth_time = secondsAgo(20);
  const body = api.loginBody(driver, { firebase_token: idToken(driver, { auth_time }) });
  const first = await logIn(body);
  const firebase_token = idToken(driver, { auth_time });
  const second = await logIn(api.loginBody(driver, { firebase_token }));
  assert.equal(await statusOf(first), 401);
  assert.equal(await statusOf(second), 200);

  const sessions = await Promise.all([logIn(body), logIn(body), logIn(body)]);
  const alive = await Promise.all(sessions.map(statusOf));
  assert.deepEqual(alive.sort(), [200, 401, 401]);
});

test('a valid ID token of an old sign-in does not log in', async () => {
  const driver = await api.addDriver();
  const firebase_token = idToken(driver, { auth_time: secondsAgo(301) });
  const login = await post('/login', api.loginBody(driver, { firebase_token }));
  assert.equal(login.json().code, 'identity_token_invalid');
});

test('a session ends after ninety days, in use or not', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  const bornAgo = (age: string) =>
    api.db
      .updateTable('access_tokens')
      .set({ created_at: sql<Date>`now() - ${age}::interval`, expires_at: sql`now() + '1 hour'` })
      .where('driver_id', '=', driver.id)
      .execute();
  await bornAgo('89 days');
  assert.equal(await statusOf(headers), 200);
  const { expires_at } = await api.db
    .selectFrom('access_tokens')
    .where('driver_id', '=', driver.id)
    .select('expires_at')
    .executeTakeFirstOrThrow();
  assert.ok(Math.abs(expires_at.getTime() - Date.now() - 24 * 3600_000) < 60_000);
  await bornAgo('91 days');
  assert.equal(await statusOf(headers), 401);
});

test('a password change ends the other sessions, and keeps this one', async () => {
  const driver = await api.addDriver();
  const elsewhere = await logIn(api.loginBody(driver));
  const here = await logIn(api.loginBody(driver));
  const { headers: ofSomebodyElse } = await api.addSignedInDriver();

  const { firebase_uid: uid, email } = driver;
  api.identityProvider.addAccount({ uid, email, tokensRevokedAt: new Date() });
  const firebase_token = idToken(driver, { auth_time: secondsAgo(0) });
  const reported = await reportPassword(firebase_token, here);
  assert.equal(reported.statusCode, 204, reported.body);

  await api.setDriver(driver, { account_checked_at: null });
  assert.equal(await statusOf(here), 200);
  assert.equal(await statusOf(elsewhere), 401);
  assert.equal(await statusOf(ofSomebodyElse), 200);
});

test('a password change can be reported only after signing in since, as the same driver', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  await logIn(api.loginBody(driver));
  const stranger = await api.addDriver();
  const { firebase_uid: uid, email } = driver;
  api.identityProvider.addAccount({ uid, email, tokensRevokedAt: new Date() });
  for (const firebase_token of [
    idToken(driver, { auth_time: secondsAgo(60) }),
    idToken(stranger),
    'forged',
  ]) {
    const reported = await reportPassword(firebase_token, headers);
    assert.equal(reported.statusCode, 403);
  }
  const unknown = await reportPassword(idToken(driver), bearer('x'));
  assert.equal(unknown.statusCode, 401);
  const { count } = await api.db
    .selectFrom('access_tokens')
    .where('driver_id', '=', driver.id)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(count, '2');
});

test('the eleventh report of a password change in five minutes is refused, and recorded once', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  const statuses = [];
  for (let time = 0; time < 15; time += 1) {
    const reported = await reportPassword('forged', headers);
    statuses.push(reported.statusCode);
  }
  assert.deepEqual(statuses, [...Array(10).fill(403), ...Array(5).fill(429)]);
  assert.equal((await api.eventsOf(driver)).length, 10);
  const hits = await api.db
    .selectFrom('audit_events')
    .where('event', '=', 'limit_hit')
    .select('reason')
    .execute();
  assert.deepEqual(hits, [{ reason: '/api/v1/driver/password-changed' }]);
});

for (const [name, account] of [
  ['the password is reset by mail', { tokensRevokedAt: new Date(Date.now() + 3600_000) }],
  ['the provider disables the account', { disabled: true }],
] as const) {
  test(`all sessions of a driver end when ${name}`, async () => {
    const { driver, headers } = await api.addSignedInDriver();
    const other = await logIn(api.loginBody(driver));
    assert.equal(await statusOf(headers), 200);
    const { firebase_uid: uid, email } = driver;
    api.identityProvider.addAccount({ uid, email, ...account });
    assert.equal(await statusOf(headers), 200, 'the provider was asked a moment ago');
    await api.setDriver(driver, { account_checked_at: null });
    assert.equal(await statusOf(headers), 401);
    assert.equal(await statusOf(other), 401);
  });
}

test("a closed account is noticed although the API's clock has gone back", async (t) => {
  const { driver, headers } = await api.addSignedInDriver();
  assert.equal(await statusOf(headers), 200);
  const { firebase_uid: uid, email } = driver;
  api.identityProvider.addAccount({ uid, email, disabled: true });
  const account_checked_at = sql<Date>`now() - interval '4 minutes'`;
  await api.setDriver(driver, { account_checked_at });
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 3600_000 });
  assert.equal(await statusOf(headers), 401);
});

test('while the provider is unavailable, sessions continue, and one of several calls asks', async (t) => {
  const { headers } = await api.addSignedInDriver();
  let asked = 0;
  t.after(
    api.identityProvider.respondWith(() => {
      asked += 1;
      return 503;
    }),
  );
  assert.deepEqual(await Promise.all([headers, headers, headers].map(statusOf)), [200, 200, 200]);
  assert.ok(asked >= 1);
  const before = asked;
  assert.equal(await statusOf(headers), 200);
  assert.equal(asked, before);
});

test('a call in a session that the provider has ended fails if the database cannot end it', async (t) => {
  const { driver, headers } = await api.addSignedInDriver();
  const { firebase_uid: uid, email } = driver;
  api.identityProvider.addAccount({ uid, email, disabled: true });
  await sql`alter table audit_events add constraint planted
    check (event <> 'sessions_ended') not valid`.execute(api.db);
  t.after(() => sql`alter table audit_events drop constraint if exists planted`.execute(api.db));
  assert.equal(await statusOf(headers), 500);
});

test('while the provider hangs, eight calls wait for it; later ones do not', async (t) => {
  const { promise: response, resolve: end } = Promise.withResolvers<null>();
  const asked = new Set<string>();
  const signInsEndedBefore = (uid: string) => {
    asked.add(uid);
    return response;
  };
  const app = await buildApp({
    ...api,
    db: api.apiDb,
    stripe: undefined,
    identity: { ...api.identity, signInsEndedBefore },
  });
  t.after(() => app.close());
  const drivers = await Promise.all(Array.from({ length: 20 }, () => api.addSignedInDriver()));
  const statuses: number[] = [];
  const verify = async ({ headers }: { headers: Headers }) =>
    void statuses.push(await callsOf(app).statusOf(headers));
  const calls = drivers.map(verify);
  await until(() => statuses.length === 12 && asked.size === 8);
  end(null);
  await Promise.all(calls);
  assert.equal(asked.size, 8);
  const later = drivers.filter(({ driver }) => !asked.has(driver.firebase_uid)).slice(0, 8);
  await Promise.all(later.map(verify));
  assert.equal(asked.size, 16);
  assert.ok(statuses.every((code) => code === 200));
});
