import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { LoginResponse } from '@kargo/shared-types/api/session';
import { sql } from 'kysely';
import { bearer } from '../testing/calls-of.ts';
import { unsignedIdToken } from '../testing/fake-identity-provider.ts';
import { startTestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
after(() => api.stop());

const logIn = (payload: object) => api.post('/login', payload);

const { statusOf } = api;

test('a driver logs in and the token opens the profile', async () => {
  const driver = await api.addDriver({ name: 'Ada Field', phone: '+1 (202) 555-0123' });
  const login = await logIn(api.loginBody(driver));
  assert.equal(login.statusCode, 200);
  const { access_token, user } = login.json<LoginResponse>();
  assert.deepEqual(user, { name: 'Ada Field' });
  assert.match(access_token, /^[\w-]{43}$/);

  assert.deepEqual(await api.profileOf(bearer(access_token)), {
    name: 'Ada Field',
    phone: '+1 (202) 555-0123',
    image: null,
    form_completed: false,
    onboarding_completed: false,
    onboarding_error: null,
    stripe_error_token: null,
    id: driver.id,
    masked_email: 'd•••@kargo.example',
    mails_from: 'no-reply@kargo.example',
    last_link: null,
  });
});

test('a login works without a device id, and with an e-mail address in another case', async () => {
  const driver = await api.addDriver();
  const email = ` ${driver.email.toUpperCase()} `;
  const login = await logIn(api.loginBody(driver, { device_id: null, email }));
  assert.equal(login.statusCode, 200);
});

test('neither the token nor the password can be found in the database', async () => {
  const driver = await api.addDriver();
  const login = await logIn(api.loginBody(driver, { password: 'hunter-two' }));
  const { access_token } = login.json<LoginResponse>();
  const { rows } = await sql<{ row: string }>`
    select row_to_json(t)::text as row from access_tokens t
    union all select row_to_json(d)::text from drivers d
    union all select row_to_json(r)::text from rate_limits r`.execute(api.db);
  for (const { row } of rows) {
    assert.ok(!row.includes(access_token) && !row.includes('hunter-two'));
  }
});

test('every login of a driver opens its own session, also in parallel', async () => {
  const driver = await api.addDriver();
  const bodies = Array.from({ length: 10 }, () => api.loginBody(driver));
  const sessions = await Promise.all(bodies.map(api.logIn));
  assert.equal(new Set(sessions.map(({ authorization }) => authorization)).size, 10);
  for (const session of sessions) assert.equal(await statusOf(session), 200);
});

test('a driver who is not approved gets the sentence of the specification', async () => {
  const login = await logIn(api.loginBody(await api.addDriver({ approved_at: null })));
  assert.equal(login.statusCode, 403);
  assert.deepEqual(login.json(), {
    code: 'driver_not_approved',
    message: 'Your account is not approved yet',
  });
});

test('a disabled driver cannot log in, approved or not', async () => {
  for (const approved_at of [new Date(), null]) {
    const driver = await api.addDriver({ approved_at, disabled_at: new Date() });
    const login = await logIn(api.loginBody(driver));
    assert.equal(login.statusCode, 403);
    assert.equal(login.json().code, 'driver_disabled');
  }
});

test('somebody with an account at the provider who is not a driver is refused', async () => {
  api.identityProvider.addAccount({ uid: 'visitor', email: 'visitor@kargo.example' });
  const driver = await api.addDriver();
  const login = await logIn(
    api.loginBody(driver, {
      email: 'visitor@kargo.example',
      firebase_token: unsignedIdToken({ sub: 'visitor', email: 'visitor@kargo.example' }),
    }),
  );
  assert.equal(login.statusCode, 403);
  assert.equal(login.json().code, 'driver_unknown');
});

test('an ID token signs in only the account it was made for', async () => {
  const [ada, ben] = [await api.addDriver(), await api.addDriver()];
  const login = await logIn(api.loginBody(ada, { email: ben.email }));
  assert.equal(login.statusCode, 403);
  assert.equal(login.json().code, 'identity_token_invalid');
});

test('a token without an e-mail address signs nobody in', async () => {
  const driver = await api.addDriver();
  const firebase_token = unsignedIdToken({ sub: driver.firebase_uid });
  const login = await logIn(api.loginBody(driver, { firebase_token }));
  assert.equal(login.json().code, 'identity_token_invalid');
});

test('a bad ID token gets the same response for a known and an unknown account', async () => {
  const driver = await api.addDriver();
  const expired = unsignedIdToken({ sub: driver.firebase_uid, email: driver.email, exp: 1 });
  const known = await logIn(api.loginBody(driver, { firebase_token: expired }));
  const unknown = await logIn(
    api.loginBody(driver, { email: 'nobody@kargo.example', firebase_token: expired }),
  );
  assert.equal(known.statusCode, 403);
  assert.equal(known.body, unknown.body);
});

for (const [name, change] of [
  ['without a password', { password: undefined }],
  ['with an empty password', { password: '' }],
  ['without an ID token', { firebase_token: undefined }],
  ['without a device id', { device_id: undefined }],
  ['as another type than driver', { type: 'admin' }],
  ['that is no web request', { web_request: false }],
  ['with text where a boolean belongs', { web_request: 'true' }],
  ['with a number where text belongs', { email: 7 }],
  ['with a field that the contract does not know', { role: 'admin' }],
] as const) {
  test(`a login ${name} is refused`, async () => {
    const login = await logIn(api.loginBody(await api.addDriver(), change));
    assert.equal(login.statusCode, 400);
    assert.equal(login.json().code, 'validation_failed');
  });
}

test('logging out revokes the token and no other', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  const other = await api.logIn(api.loginBody(driver));

  const logout = await api.logOut(headers);
  assert.equal(logout.statusCode, 204);
  assert.equal(logout.body, '');

  assert.equal(await statusOf(headers), 401);
  assert.equal(await statusOf(other), 200);
  assert.equal((await api.logOut(headers)).statusCode, 401);
});

for (const [name, authorization] of [
  ['without a token', undefined],
  ['with an empty token', 'Bearer '],
  ['with another scheme', 'Basic YWRhOnNlY3JldA=='],
  ['with a token nobody got', `Bearer ${'x'.repeat(43)}`],
  ['with two tokens', 'Bearer a b'],
  ['with a token beyond all measure', `Bearer ${'x'.repeat(8000)}`],
] as const) {
  test(`a call ${name} is answered 401`, async () => {
    const headers = authorization ? { authorization } : undefined;
    const response = await api.get('/verify', { headers });
    assert.equal(response.statusCode, 401);
    assert.equal(response.json().code, 'unauthorized');
  });
}

test('disabling a driver revokes the sessions, and enabling again does not bring them back', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  for (const disabled_at of [new Date(), null]) {
    await api.setDriver(driver, { disabled_at });
    assert.equal(await statusOf(headers), 401);
  }
});

test('a session opened while its driver is being disabled is not valid', async () => {
  const { headers } = await api.addSignedInDriver({ disabled_at: new Date() });
  assert.equal(await statusOf(headers), 401);
});

async function daysLeft(driverId: string): Promise<number> {
  const { left } = await api.db
    .selectFrom('access_tokens')
    .where('driver_id', '=', driverId)
    .select(sql<number>`(extract(epoch from expires_at - now()) / 86400)::float8`.as('left'))
    .executeTakeFirstOrThrow();
  return left;
}

const expireIn = (driverId: string, interval: string) =>
  api.db
    .updateTable('access_tokens')
    .set({ expires_at: sql<Date>`now() + ${interval}::interval` })
    .where('driver_id', '=', driverId)
    .execute();

test('a session lives thirty days from its last use', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  assert.ok(Math.abs((await daysLeft(driver.id)) - 30) < 0.01);

  await expireIn(driver.id, '2 seconds');
  assert.equal(await statusOf(headers), 200);
  assert.ok(Math.abs((await daysLeft(driver.id)) - 30) < 0.01);

  await expireIn(driver.id, '-1 seconds');
  assert.equal(await statusOf(headers), 401);
});

test('using a session again within the hour writes nothing', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  await expireIn(driver.id, '29 days 23 hours 1 minute');
  await statusOf(headers);
  assert.ok((await daysLeft(driver.id)) < 29.98);
});

test('a limit resets after its window', async () => {
  const driver = await api.addDriver();
  for (let attempt = 1; attempt <= 11; attempt += 1) await logIn(api.loginBody(driver));
  assert.equal((await logIn(api.loginBody(driver))).statusCode, 429);
  await api.db.updateTable('rate_limits').set({ resets_at: sql<Date>`now()` }).execute();
  assert.equal((await logIn(api.loginBody(driver))).statusCode, 200);
});
