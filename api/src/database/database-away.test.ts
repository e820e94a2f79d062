import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { buildApp } from '../app.ts';
import { readEnv } from '../env.ts';
import { openServices } from '../services.ts';
import { portOf } from '../testing/port-of.ts';
import { connect, limitsOfCalls } from './connect.ts';

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
