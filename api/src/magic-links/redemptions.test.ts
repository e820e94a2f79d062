import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { Driver } from '../database/tables.ts';
import { openSession } from '../sessions/repository.ts';
import { unsignedIdToken } from '../testing/fake-identity-provider.ts';
import { startPayoutApi } from '../testing/start-payout-api.ts';
import { texts, updateProfile } from '../testing/update-profile.ts';
import { createMagicToken } from './repository.ts';

const api = await startPayoutApi({ isTold: false });
after(() => api.stop());

type Headers = Record<string, string>;

/** Follows a link, as a driver or a mail scanner that runs scripts; undefined if it does not work. */
async function follow(token: string): Promise<Headers | undefined> {
  const response = await api.app.inject({
    method: 'POST',
    url: '/api/v1/driver/verify-magic-token',
    payload: { token, device_id: null },
  });
  if (response.statusCode === 200)
    return { authorization: `Bearer ${response.json().access_token}` };
  assert.equal(response.json().code, 'magic_token_invalid');
  return undefined;
}

/** A driver whose link was followed this often, with the sessions that it opened. */
async function followed(times: number) {
  const driver = await api.addDriver({ onboarding_completed: true });
  const token = await createMagicToken(api.db, driver.id);
  const sessions: Headers[] = [];
  for (let time = 0; time < times; time += 1) sessions.push((await follow(token)) ?? {});
  return { driver, token, sessions };
}

const statusOf = async (headers: Headers | undefined) =>
  (await api.app.inject({ url: '/api/v1/verify', headers })).statusCode;

const statusesOf = (sessions: Headers[]) => Promise.all(sessions.map(statusOf));

const saveProfile = async (headers: Headers) =>
  (await updateProfile(api, headers, texts)).statusCode;

const logOut = async (headers: Headers) =>
  (await api.app.inject({ method: 'POST', url: '/api/v1/logout', headers })).statusCode;

async function reportPassword(headers: Headers, { firebase_uid, email }: Driver): Promise<number> {
  const auth_time = Math.floor(Date.now() / 1000);
  const firebase_token = unsignedIdToken({ sub: firebase_uid, email, auth_time });
  const url = '/api/v1/driver/password-changed';
  const call = { method: 'POST', url, headers, payload: { firebase_token } } as const;
  return (await api.app.inject(call)).statusCode;
}

/** Returns a driver's audit events, oldest first. */
const eventsOf = ({ id }: Driver) =>
  api.db
    .selectFrom('audit_events')
    .where('driver_id', '=', id)
    .orderBy('id')
    .select(['event', 'outcome', 'reason', 'session'])
    .execute();

test('a link works three times, a session each, and each is recorded', async () => {
  const { driver, token, sessions } = await followed(3);
  assert.deepEqual(await statusesOf(sessions), [200, 200, 200]);
  assert.equal(new Set(sessions.map(({ authorization }) => authorization)).size, 3);
  assert.equal(await follow(token), undefined);
  const events = (await eventsOf(driver)).filter(({ event }) => event === 'link_redeemed');
  assert.deepEqual(
    events.map(({ outcome, reason }) => `${outcome} ${reason}`),
    ['done sign_in', 'done sign_in', 'done sign_in'],
  );
  assert.equal(new Set(events.map(({ session }) => session)).size, 3);
});

for (const [what, change] of [
  ['saves the profile', saveProfile],
  [
    'asks for a link to the bank details',
    async (headers) =>
      (await api.app.inject({ url: '/api/v1/update-bank-details', headers })).statusCode,
  ],
  ['sends the payout form', async (headers) => (await api.submit(headers)).statusCode],
  ['changes the password', reportPassword],
] satisfies [string, (headers: Headers, driver: Driver) => Promise<number>][]) {
  test(`the first session that ${what} ends the link's others, and uses the link up`, async () => {
    const { driver, token, sessions } = await followed(2);
    const [, mine = {}] = sessions;
    assert.ok((await change(mine, driver)) < 300);
    assert.deepEqual(await statusesOf(sessions), [401, 200]);
    assert.equal(await follow(token), undefined);
    // A link mailed later has its own sessions.
    const later = (await follow(await createMagicToken(api.db, driver.id))) ?? {};
    assert.equal(await saveProfile(mine), 200);
    assert.deepEqual(await statusesOf([mine, later]), [200, 200]);
  });
}

test('a newer link that is followed ends what an earlier one opened, unless that has changed something', async () => {
  const { driver, sessions } = await followed(2);
  const afterLogin = { authorization: `Bearer ${await openSession(api.db, driver.id)}` };
  const newer = await createMagicToken(api.db, driver.id);
  assert.deepEqual(await statusesOf(sessions), [200, 200]);
  const ofNewer = (await follow(newer)) ?? {};
  const again = (await follow(newer)) ?? {};
  assert.deepEqual(await statusesOf([...sessions, ofNewer, again]), [401, 401, 200, 200]);
  assert.equal(await statusOf(afterLogin), 200);
  const ended = (await eventsOf(driver)).filter(({ event }) => event === 'sessions_ended');
  assert.deepEqual(
    ended.map(({ outcome, reason }) => `${outcome} ${reason}`),
    ['done newer_link'],
  );

  assert.equal(await saveProfile(ofNewer), 200);
  assert.ok(await follow(await createMagicToken(api.db, driver.id)));
  assert.equal(await statusOf(ofNewer), 200);
});

for (const [what, change] of [
  [
    'is changed in another session',
    async (driver) => {
      const token = await openSession(api.db, driver.id);
      assert.equal(await reportPassword({ authorization: `Bearer ${token}` }, driver), 204);
    },
  ],
  [
    'is reset at the provider',
    async ({ firebase_uid: uid, email }) => {
      const tokensRevokedAt = new Date(Date.now() + 3600_000);
      api.identityProvider.addAccount({ uid, email, tokensRevokedAt });
    },
  ],
] satisfies [string, (driver: Driver) => Promise<void>][]) {
  test(`once the password ${what}, a link opens nothing, and its sessions end`, async () => {
    const { driver, token, sessions } = await followed(1);
    await change(driver);
    assert.deepEqual(await statusesOf(sessions), [401]);
    assert.equal(await follow(token), undefined);
  });
}

test('a session opened by a link after a password reset ends too, unless the link is newer', async () => {
  const { driver, token } = await followed(0);
  const { firebase_uid: uid, email } = driver;
  const tokensRevokedAt = new Date(Date.now() - 60_000);
  api.identityProvider.addAccount({ uid, email, tokensRevokedAt });
  assert.equal(await statusOf(await follow(token)), 200);
  await api.db
    .updateTable('drivers')
    .set({ account_checked_at: null })
    .where('id', '=', driver.id)
    .execute();
  await api.db
    .updateTable('magic_links')
    .set({ expires_at: sql<Date>`expires_at - interval '2 minutes'` })
    .where('driver_id', '=', driver.id)
    .execute();
  assert.equal(await statusOf(await follow(token)), 401);
  assert.equal(await follow(token), undefined);
});

test('a reset ends an earlier link even if all sessions are newer', async () => {
  const { driver, token } = await followed(0);
  const { firebase_uid: uid, email } = driver;
  const authorization = `Bearer ${await openSession(api.db, driver.id)}`;
  await api.db
    .updateTable('magic_links')
    .set({ expires_at: sql<Date>`expires_at - interval '2 minutes'` })
    .where('driver_id', '=', driver.id)
    .execute();
  api.identityProvider.addAccount({ uid, email, tokensRevokedAt: new Date(Date.now() - 60_000) });
  assert.equal(await statusOf({ authorization }), 200);
  assert.equal(await follow(token), undefined);
  assert.equal(await statusOf({ authorization }), 200);
});

test('a reset that ends an older session keeps a link that was mailed since', async () => {
  const { driver, token } = await followed(0);
  const { firebase_uid: uid, email } = driver;
  const authorization = `Bearer ${await openSession(api.db, driver.id)}`;
  await api.db
    .updateTable('access_tokens')
    .set({ confirmed_at: sql<Date>`now() - interval '2 minutes'` })
    .where('driver_id', '=', driver.id)
    .execute();
  const tokensRevokedAt = new Date(Date.now() - 60_000);
  api.identityProvider.addAccount({ uid, email, tokensRevokedAt });
  assert.equal(await statusOf({ authorization }), 401);
  assert.equal(await statusOf(await follow(token)), 200);
});

test('reading, logging out and refusals change nothing', async () => {
  const { driver, token, sessions } = await followed(2);
  const [scanner = {}, mine = {}] = sessions;
  assert.equal(await statusOf(scanner), 200);
  const refused = await updateProfile(api, scanner, [['name', '']]);
  assert.ok(refused.statusCode >= 400);
  assert.equal(await logOut(scanner), 204);
  assert.equal(await statusOf(mine), 200);
  assert.equal(await statusOf(await follow(token)), 200);
  // A session after a login belongs to no link.
  const { headers } = await api.addSignedInDriver();
  assert.equal(await saveProfile(headers), 200);
  assert.equal(await statusOf(mine), 200);
  assert.ok((await eventsOf(driver)).every(({ event }) => event !== 'sessions_ended'));
});

test('using up a link, and the sessions that this ends, are recorded', async () => {
  const { driver, sessions } = await followed(2);
  await saveProfile(sessions[0] ?? {});
  const ended = (await eventsOf(driver)).filter(({ event }) => event === 'sessions_ended');
  assert.deepEqual(
    ended.map(({ outcome, reason }) => `${outcome} ${reason}`),
    ['done link_used_up'],
  );
});

test('of three sessions that change something at once, and a fourth visit, one survives', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { token, sessions } = await followed(3);
    const [statuses, fourth] = await Promise.all([
      Promise.all(sessions.map(saveProfile)),
      follow(token),
    ]);
    assert.deepEqual(statuses.sort(), [200, 401, 401]);
    assert.equal(fourth, undefined);
    assert.deepEqual((await statusesOf(sessions)).sort(), [200, 401, 401]);
  }
});

test('a visit at the same moment as the change is either ended by it or refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { token, sessions } = await followed(1);
    const [status, other] = await Promise.all([saveProfile(sessions[0] ?? {}), follow(token)]);
    assert.equal(status, 200);
    assert.equal(await statusOf(other), 401);
    assert.equal(await follow(token), undefined);
  }
});

test('a change that is rolled back ends no session and keeps the link', async (t) => {
  const { token, sessions } = await followed(2);
  await sql`alter table drivers add constraint planted check (name <> 'Ada Field') not valid`.execute(
    api.db,
  );
  t.after(() => sql`alter table drivers drop constraint if exists planted`.execute(api.db));
  assert.equal(await saveProfile(sessions[0] ?? {}), 500);
  assert.deepEqual(await statusesOf(sessions), [200, 200]);
  assert.equal(await statusOf(await follow(token)), 200);
});
