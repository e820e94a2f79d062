import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { Driver } from '../database/tables.ts';
import { openSession } from '../sessions/repository.ts';
import { bearer, type Headers } from '../testing/calls-of.ts';
import { unsignedIdToken } from '../testing/fake-identity-provider.ts';
import { profileTexts } from '../testing/multipart-form.ts';
import { startPayoutApi } from '../testing/start-payout-api.ts';
import { createMagicToken } from './repository.ts';

const api = await startPayoutApi({ hasWebhook: false });
after(() => api.stop());
const { follow, postForm, statusOf } = api;

/** A driver whose link was followed this often, with the sessions that it opened. */
async function followed(times: number) {
  const driver = await api.addDriver({ onboarding_completed: true });
  const token = await createMagicToken(api.db, driver.id);
  const sessions: Headers[] = [];
  for (let time = 0; time < times; time += 1) sessions.push((await follow(token)) ?? {});
  return { driver, token, sessions };
}

const statusesOf = (sessions: Headers[]) => Promise.all(sessions.map(statusOf));

const saveProfile = async (headers: Headers) =>
  (await postForm('/driver/profile/update', profileTexts, headers)).statusCode;

function reportPassword(headers: Headers, { firebase_uid, email }: Driver) {
  const auth_time = Math.floor(Date.now() / 1000);
  return api.reportPassword(unsignedIdToken({ sub: firebase_uid, email, auth_time }), headers);
}

/** Returns outcomes and reasons of a driver's audit events of a kind, oldest first. */
const outcomesOf = async (driver: Driver, kind: string) =>
  (await api.eventsOf(driver, kind)).map(({ outcome, reason }) => `${outcome} ${reason}`);

test('a link works three times, a session each, and each is recorded', async () => {
  const { driver, token, sessions } = await followed(3);
  assert.deepEqual(await statusesOf(sessions), [200, 200, 200]);
  assert.equal(new Set(sessions.map(({ authorization }) => authorization)).size, 3);
  assert.equal(await follow(token), undefined);
  const events = await api.eventsOf(driver, 'link_redeemed');
  assert.deepEqual(
    events.map(({ outcome, reason }) => `${outcome} ${reason}`),
    ['done sign_in', 'done sign_in', 'done sign_in'],
  );
  assert.equal(new Set(events.map(({ session }) => session)).size, 3);
});

for (const [what, change] of [
  ['saves the profile', (headers) => postForm('/driver/profile/update', profileTexts, headers)],
  [
    'asks for a link to the bank details',
    (headers) => api.get('/update-bank-details', { headers }),
  ],
  ['sends the payout form', (headers) => api.submit(headers)],
  ['changes the password', reportPassword],
] satisfies [string, (headers: Headers, driver: Driver) => Promise<{ statusCode: number }>][]) {
  test(`the first session that ${what} ends the link's others, and uses the link up`, async () => {
    const { driver, token, sessions } = await followed(2);
    const [, mine = {}] = sessions;
    assert.ok((await change(mine, driver)).statusCode < 300);
    assert.deepEqual(await statusesOf(sessions), [401, 200]);
    const ended = change === reportPassword ? [] : ['done link_used_up'];
    assert.deepEqual(await outcomesOf(driver, 'sessions_ended'), ended);
    assert.equal(await follow(token), undefined);
    // A link mailed later has its own sessions.
    const later = (await follow(await createMagicToken(api.db, driver.id))) ?? {};
    assert.equal(await saveProfile(mine), 200);
    assert.deepEqual(await statusesOf([mine, later]), [200, 200]);
  });
}

test('following a newer link ends the sessions of an earlier one, unless they have changed something', async () => {
  const { driver, sessions } = await followed(2);
  const afterLogin = bearer(await openSession(api.db, driver.id));
  const newer = await createMagicToken(api.db, driver.id);
  assert.deepEqual(await statusesOf(sessions), [200, 200]);
  const ofNewer = (await follow(newer)) ?? {};
  const again = (await follow(newer)) ?? {};
  assert.deepEqual(await statusesOf([...sessions, ofNewer, again]), [401, 401, 200, 200]);
  assert.equal(await statusOf(afterLogin), 200);
  assert.deepEqual(await outcomesOf(driver, 'sessions_ended'), ['done newer_link']);

  assert.equal(await saveProfile(ofNewer), 200);
  assert.ok(await follow(await createMagicToken(api.db, driver.id)));
  assert.equal(await statusOf(ofNewer), 200);
});

for (const [what, change] of [
  [
    'is changed in another session',
    async (driver) => {
      const session = bearer(await openSession(api.db, driver.id));
      assert.equal((await reportPassword(session, driver)).statusCode, 204);
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

const ageLink = ({ id }: Driver) =>
  api.db
    .updateTable('magic_links')
    .set({ expires_at: sql<Date>`expires_at - interval '2 minutes'` })
    .where('driver_id', '=', id)
    .execute();

test('a session opened by a link after a password reset ends too, unless the link is newer', async () => {
  const { driver, token } = await followed(0);
  const { firebase_uid: uid, email } = driver;
  const tokensRevokedAt = new Date(Date.now() - 60_000);
  api.identityProvider.addAccount({ uid, email, tokensRevokedAt });
  assert.equal(await statusOf(await follow(token)), 200);
  await api.setDriver(driver, { account_checked_at: null });
  await ageLink(driver);
  assert.equal(await statusOf(await follow(token)), 401);
  assert.equal(await follow(token), undefined);
});

test('a reset ends an earlier link even if all sessions are newer', async () => {
  const { driver, token } = await followed(0);
  const { firebase_uid: uid, email } = driver;
  const headers = bearer(await openSession(api.db, driver.id));
  await ageLink(driver);
  api.identityProvider.addAccount({ uid, email, tokensRevokedAt: new Date(Date.now() - 60_000) });
  assert.equal(await statusOf(headers), 200);
  assert.equal(await follow(token), undefined);
  assert.equal(await statusOf(headers), 200);
});

test('a reset that ends an older session keeps a link that was mailed since', async () => {
  const { driver, token } = await followed(0);
  const { firebase_uid: uid, email } = driver;
  const headers = bearer(await openSession(api.db, driver.id));
  await api.db
    .updateTable('access_tokens')
    .set({ confirmed_at: sql<Date>`now() - interval '2 minutes'` })
    .where('driver_id', '=', driver.id)
    .execute();
  const tokensRevokedAt = new Date(Date.now() - 60_000);
  api.identityProvider.addAccount({ uid, email, tokensRevokedAt });
  assert.equal(await statusOf(headers), 401);
  assert.equal(await statusOf(await follow(token)), 200);
});

test('reading, logging out and refusals change nothing', async () => {
  const { driver, token, sessions } = await followed(2);
  const [scanner = {}, mine = {}] = sessions;
  assert.equal(await statusOf(scanner), 200);
  const refused = await postForm('/driver/profile/update', [['name', '']], scanner);
  assert.ok(refused.statusCode >= 400);
  assert.equal((await api.logOut(scanner)).statusCode, 204);
  assert.equal(await statusOf(mine), 200);
  assert.equal(await statusOf(await follow(token)), 200);
  // A session after a login belongs to no link.
  const { headers } = await api.addSignedInDriver();
  assert.equal(await saveProfile(headers), 200);
  assert.equal(await statusOf(mine), 200);
  assert.deepEqual(await api.eventsOf(driver, 'sessions_ended'), []);
});

/** For races. */
const rounds = process.env.PROOF ? 20 : 2;

test('of three sessions that change something at once, and a fourth visit, one survives', async () => {
  for (let round = 0; round < rounds; round += 1) {
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
  for (let round = 0; round < rounds; round += 1) {
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
