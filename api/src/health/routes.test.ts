import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { after, describe, type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from '../app.ts';
import { connect, limitsOfCalls } from '../database/connect.ts';
import { readEnv } from '../env.ts';
import { openServices } from '../services.ts';
import { portOf } from '../testing/port-of.ts';
import { until } from '../testing/start-payout-api.ts';
import { startTestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
after(() => api.stop());

test('the API is ready when its database is migrated, and alive in any case', async () => {
  const status = async (url: string) => (await api.app.inject({ url })).statusCode;
  assert.equal(await status('/readyz'), 200);
  await sql`alter table kysely_migration rename to kysely_migration_hidden`.execute(api.db);
  assert.equal(await status('/readyz'), 503);
  assert.equal(await status('/healthz'), 200);
  await sql`alter table kysely_migration_hidden rename to kysely_migration`.execute(api.db);
  assert.equal(await status('/readyz'), 200);
});

test('an API with a read-only database is not ready, and tests it only every few seconds', async (t) => {
  const database = new URL(api.env.DATABASE_URL).pathname.slice(1);
  const setReadOnly = async (isReadOnly: boolean) => {
    const setting = sql.lit(isReadOnly ? 'on' : 'off');
    await sql`set default_transaction_read_only = off`.execute(api.db);
    await sql`alter database ${sql.id(database)} set default_transaction_read_only = ${setting}`.execute(
      api.db,
    );
    const pool = api.apiDb.pool();
    // So that each of these uses has its own connection.
    await until(() => pool.idleCount === pool.totalCount);
    // Connections get the setting when opened, so others are ended, and replaced at their next use.
    const use = sql`select pg_terminate_backend(pg_backend_pid())
      where current_setting('default_transaction_read_only') <> ${setting}`;
    const useAll = () =>
      Promise.allSettled(Array.from({ length: 10 }, () => use.execute(api.apiDb)));
    await until(async () => (await useAll()).every(({ status }) => status === 'fulfilled'));
  };
  const writes = () =>
    api.db
      .selectFrom('rate_limits')
      .where('key', '=', 'readiness')
      .select('hits')
      .executeTakeFirst();
  const another = await buildApp({ ...api, db: api.apiDb, stripe: undefined });
  t.after(() => another.close());
  const status = async (app = api.app) => (await app.inject({ url: '/readyz' })).statusCode;

  assert.deepEqual(
    await Promise.all([status(another), status(another), status(another)]),
    [200, 200, 200],
  );
  const { hits } = (await writes()) ?? {};
  assert.equal(await status(another), 200);
  assert.deepEqual(await writes(), { hits });

  await setReadOnly(true);
  const later = await buildApp({ ...api, db: api.apiDb, stripe: undefined });
  t.after(() => later.close());
  assert.equal(await status(later), 503);
  assert.equal((await later.inject({ url: '/healthz' })).statusCode, 200);
  const limited = await later.inject({ method: 'POST', url: '/api/v1/login', payload: {} });
  assert.equal(limited.statusCode, 503);
  assert.equal(limited.json().code, 'unavailable');
  await setReadOnly(false);
  assert.equal(await status(later), 200);
});

// One of these tests waits for a connection timeout, so they run concurrently.
describe('While the database', { concurrency: true }, () => {
  for (const [what, listen] of [
    ['is away', async () => 1],
    ['takes connections and says nothing', (t: TestContext) => listenAnd(t, () => {})],
    ['drops connections', (t: TestContext) => listenAnd(t, (socket) => socket.end())],
  ] satisfies [string, (t: TestContext) => Promise<number>][]) {
    test(`${what}, calls are answered 503 and the process stays alive`, async (t) => {
      const { app, metrics } = await apiWithDatabaseAt(t, await listen(t));
      const scrape = metrics.registry.metrics();
      const verify = await app.inject({
        url: '/api/v1/verify',
        headers: { authorization: 'Bearer something' },
      });
      assert.equal(verify.statusCode, 503);
      assert.deepEqual(verify.json(), {
        code: 'unavailable',
        message: 'The service is not available right now.',
      });
      assert.equal((await app.inject({ url: '/readyz' })).statusCode, 503);
      assert.equal((await app.inject({ url: '/healthz' })).statusCode, 200);
      assert.equal((await app.inject({ url: '/api/v1/ip' })).statusCode, 200);
      assert.match(await scrape, /^kargo_database_connections_limit 10$/m);
      assert.doesNotMatch(await scrape, /^kargo_mails_waiting /m);
    });
  }
});

/** Starts a server that handles every connection like this, and returns its port. */
async function listenAnd(t: TestContext, answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // The other side may reset the connection.
    socket.on('error', () => {}).resume();
    answer(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return portOf(server);
}

async function apiWithDatabaseAt(t: TestContext, port: number) {
  const env = readEnv({
    DATABASE_URL: `postgres://kargo@127.0.0.1:${port}/kargo`,
    FIREBASE_PROJECT_ID: 'demo-test',
    STORAGE_DIR: '/nowhere',
    LOG_LEVEL: 'silent',
  });
  const db = connect(env.DATABASE_URL, { limits: limitsOfCalls });
  const services = await openServices(env, db);
  const app = await buildApp({ db, ...services });
  t.after(() => app.close());
  t.after(() => db.destroy());
  return { app, metrics: services.metrics };
}
