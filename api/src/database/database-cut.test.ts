import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Profile, ProfileResponse } from '@kargo/shared-types/api/driver';
import { sql } from 'kysely';
import { buildApp } from '../app.ts';
import { cleanUp } from '../housekeeping.ts';
import { createMagicToken } from '../magic-links/repository.ts';
import { bearer, callsOf, type Headers } from '../testing/calls-of.ts';
import { profileImage, profileTexts } from '../testing/multipart-form.ts';
import { samplePicture } from '../testing/payout-form.ts';
import { until } from '../testing/start-payout-api.ts';
import { startTestApi } from '../testing/start-test-api.ts';
import { startWire } from '../testing/start-wire.ts';
import { connect, limitsOfCalls } from './connect.ts';

/** Extra time for a busy machine. Without limits, calls would wait for 20 to 40 s. */
const slackMs = 8000;

/** In the same order as the limits in production, but shorter. */
const shortLimits = {
  ...limitsOfCalls,
  connectionTimeoutMillis: 500,
  statement_timeout: 600,
  query_timeout: 900,
};

// Two APIs on one database: `api`, and `app` over a network that can be broken.
const api = await startTestApi();
const url = new URL(api.env.DATABASE_URL);
const wire = await startWire(Number(url.port));
url.port = `${wire.port}`;
url.searchParams.set('application_name', 'cut');
const db = connect(url.href, { limits: shortLimits });
const app = await buildApp({ ...api, db, stripe: undefined });
const overWire = callsOf(app);
after(async () => {
  wire.heal();
  await app.close();
  await db.destroy();
  await wire.stop();
  await api.stop();
});

const { headers } = await api.addSignedInDriver();
const call = () => overWire.get('/verify', { headers });

const withPicture = [...profileTexts, ...profileImage(await samplePicture())];
const save = (headers: Headers, hasPicture = false) =>
  overWire.postForm('/driver/profile/update', hasPicture ? withPicture : profileTexts, headers);

app.get<{ Params: { one: string; other: string } }>('/lock/:one/:other', ({ params }) =>
  db.transaction().execute(async (trx) => {
    await lock(params.one).execute(trx);
    await lock(params.other).execute(trx);
  }),
);

const calls = (count: number) => Promise.all(Array.from({ length: count }, call));

test('connections that Postgres cuts while in use cause 503s, but do not end the process', async () => {
  for (let round = 0; round < (process.env.PROOF ? 4 : 1); round += 1) {
    const responses = calls(20);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'cut'`.execute(api.db);
    for (const { statusCode, headers } of await responses) {
      assert.ok(statusCode === 200 || statusCode === 503, `${statusCode}`);
      if (statusCode === 503) assert.match(`${headers['retry-after']}`, /^\d+$/);
    }
    await until(async () => (await call()).statusCode === 200);
  }
});

test('when one connection times out, all are replaced', async () => {
  await until(async () => (await calls(20)).every(({ statusCode }) => statusCode === 200));
  wire.swallow();
  const began = Date.now();
  const responses = await calls(20);
  assert.ok(responses.every(({ statusCode }) => statusCode === 503));
  const longest = shortLimits.connectionTimeoutMillis + shortLimits.query_timeout;
  assert.ok(Date.now() - began < longest + slackMs, `${Date.now() - began} ms`);
  await until(async () => (await call()).statusCode === 200);
});

test('open connections that are read-only after a failover are replaced', async () => {
  const database = new URL(api.ownerUrl).pathname.slice(1);
  const setReadOnly = (value: 'on' | 'off') =>
    sql`alter database ${sql.id(database)}
      set default_transaction_read_only = ${sql.lit(value)}`.execute(api.db);
  const limits = { ...limitsOfCalls, connectionTimeoutMillis: slackMs, idleTimeoutMillis: 0 };
  const db = connect(api.ownerUrl, { limits });
  const promoted = await buildApp({ ...api, db, stripe: undefined });
  const status = async () => (await promoted.inject('/readyz')).statusCode;
  try {
    await setReadOnly('on');
    const opened = Array.from({ length: 10 }, () => sql`select 1`.execute(db));
    // The other tests write.
    await Promise.all(opened).finally(() => setReadOnly('off'));
    assert.equal(await status(), 503);
    await until(async () => (await status()) === 200);
  } finally {
    await promoted.close();
    await db.destroy();
  }
});

test('a connection in use is replaced after ten minutes, since its host may have moved', async (t) => {
  const db = connect(api.ownerUrl, { limits: { ...limitsOfCalls, idleTimeoutMillis: 0 } });
  const connection = async () =>
    (await sql<{ id: number }>`select pg_backend_pid() as id`.execute(db)).rows[0]?.id;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const first = await connection();
  t.mock.timers.tick(599_000);
  assert.equal(await connection(), first);
  t.mock.timers.tick(1000);
  t.mock.timers.reset();
  assert.notEqual(await connection(), first);
  await db.destroy();
});

const query = () => sql`select 1`.execute(db);

for (const [what, meet] of [
  ['Postgres ends', () => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)],
  [
    'Postgres refuses while it starts',
    async () => {
      await query();
      wire.refuse('57P03');
      const refused = await Promise.allSettled([query(), query()]);
      wire.heal();
      assert.ok(refused.some(({ status }) => status === 'rejected'));
    },
  ],
  [
    'refuses the write of a readiness check',
    () =>
      api.db.transaction().execute(async (trx) => {
        await sql`insert into rate_limits values ('readiness', 1, now())
          on conflict (key) do update set hits = 1`.execute(trx);
        const later = await buildApp({ ...api, db, stripe: undefined });
        assert.equal((await later.inject('/readyz')).statusCode, 503);
        await later.close();
      }),
  ],
] satisfies [string, () => Promise<unknown>][]) {
  test(`a connection that ${what} causes all others to be replaced`, async () => {
    const before = db.pool();
    // A newly opened pool is kept.
    await until(async () => {
      await meet().catch(() => undefined);
      return db.pool() !== before;
    });
    await until(async () => (await call()).statusCode === 200);
  });
}

test('all calls end while Postgres hangs, and succeed when it is back', async () => {
  wire.swallow({ newOnesToo: true });
  await calls(20);
  const began = Date.now();
  assert.ok((await calls(20)).every(({ statusCode }) => statusCode === 503));
  assert.ok(Date.now() - began < shortLimits.connectionTimeoutMillis + slackMs);
  wire.heal();
  await until(async () => (await call()).statusCode === 200);
});

for (const [what, table] of [
  ['a driver', 'drivers'],
  ['a session', 'access_tokens'],
] as const) {
  test(`a call waits for the locked row of ${what} until the limit`, async () => {
    const { headers, driver } = await api.addSignedInDriver();
    const id = table === 'drivers' ? 'id' : 'driver_id';
    await api.db.transaction().execute(async (trx) => {
      await sql`select from ${sql.table(table)} where ${sql.ref(id)} = ${driver.id} for update`.execute(
        trx,
      );
      const began = Date.now();
      const response = await (table === 'drivers' ? save(headers) : overWire.logOut(headers));
      assert.equal(response.statusCode, 503, response.body);
      assert.match(`${response.headers['retry-after']}`, /^\d+$/);
      assert.ok(Date.now() - began < shortLimits.statement_timeout + slackMs);
    });
    await until(async () => (await call()).statusCode === 200);
    await until(async () => (await save(headers)).statusCode === 200);
  });
}

const lock = (id: string) => sql`select from drivers where id = ${id} for update`;

test('in a deadlock of two transactions, one gets a 503', async () => {
  const [first, second] = [await api.addDriver(), await api.addDriver()];
  await api.db.transaction().execute(async (trx) => {
    // Makes Postgres end the API's transaction, after the default of one second.
    await sql`set local deadlock_timeout = '20s'`.execute(trx);
    await lock(first.id).execute(trx);
    const response = app.inject(`/lock/${second.id}/${first.id}`);
    await wait(100);
    const own = lock(second.id).execute(trx);
    assert.equal((await response).statusCode, 503);
    await own;
  });
});

for (const [what, lose] of [
  ['is lost', () => wire.loseCommit()],
  ['is late', (isSo) => wire.delayCommit(isSo)],
] satisfies [string, (isSo: () => Promise<boolean>) => void][]) {
  test(`a magic link whose COMMIT ${what} still signs in, and counts once`, async () => {
    const driver = await api.addDriver();
    const token = await createMagicToken(api.db, driver.id);
    lose(api.isSomebodyWaiting);
    const response = await redeem(token);
    assert.equal(response.statusCode, 200, response.body);
    const { access_token = '', name } = response.json<ProfileResponse>();
    assert.equal(name, driver.name);
    assert.equal(await overWire.statusOf(bearer(access_token)), 200);
    for (const status of [200, 200, 403]) assert.equal((await redeem(token)).statusCode, status);
  });

  test(`a profile whose COMMIT ${what} keeps its new picture, and the old one for an hour`, async () => {
    const { headers } = await api.addSignedInDriver();
    const before = await api.storedImages();
    const { image: old } = (await save(headers, true)).json<Profile>();
    lose(async () => true);
    await save(headers, true);
    let image = old;
    await until(async () => {
      ({ image } = await api.profileOf(headers));
      return image !== old;
    });
    assert.equal((await api.app.inject({ url: image ?? '' })).statusCode, 200);
    assert.equal((await api.storedImages()).length, before.length + 2);

    await cleanUp({ ...api, db: api.apiDb }, assert.fail);
    assert.equal((await api.storedImages()).length, before.length + 2);
    await api.cleanUpAnHourLater();
    assert.equal((await api.storedImages()).length, before.length + 1);
    assert.equal((await api.app.inject({ url: image ?? '' })).statusCode, 200);
  });
}

test('a magic link whose COMMIT does not reach Postgres works afterwards', async () => {
  const token = await createMagicToken(api.db, (await api.addDriver()).id);
  wire.dropCommit();
  assert.equal((await redeem(token)).statusCode, 503);
  await until(async () => (await redeem(token)).statusCode === 200);
});

const redeem = (token: string) =>
  overWire.post('/driver/verify-magic-token', { token, device_id: null });
