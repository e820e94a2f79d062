import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from '../app.ts';
import { callsOf, type Headers } from '../testing/calls-of.ts';
import { until } from '../testing/start-payout-api.ts';
import { startTestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
after(() => api.stop());
const { logIn, statusOf } = api;

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
