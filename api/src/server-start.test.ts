import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freePort } from 'local-services/free-port';
import { exitCode, forkServer, untilReady } from './testing/start-server.ts';
import { startTestPostgres } from './testing/start-test-postgres.ts';

const postgres = await startTestPostgres();
const port = await freePort();
const env = {
  PORT: `${port}`,
  DATABASE_URL: postgres.url,
  FIREBASE_PROJECT_ID: 'demo-test',
  STORAGE_DIR: await mkdtemp(join(tmpdir(), 'kargo-api-storage-')),
};
after(async () => {
  await postgres.stop();
  await rm(env.STORAGE_DIR, { recursive: true });
});

for (const [name, change, sentence] of [
  [
    'production on the Auth emulator',
    { NODE_ENV: 'production', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
    /^FIREBASE_AUTH_EMULATOR_HOST must not be set in production .+: .+\.\n$/,
  ],
  [
    'a database that does not answer',
    { DATABASE_URL: 'postgres://kargo@127.0.0.1:1/kargo' },
    /^The database does not answer\. Start it, or check DATABASE_URL\.\n$/,
  ],
  [
    'a role that nobody has made',
    { DATABASE_URL: Object.assign(new URL(postgres.ownerUrl), { username: 'nobody' }).href },
    /^The database refuses \(password .+ "nobody"\)\. Run `pnpm --filter api migrate` .+\.\n$/,
  ],
  [
    'the role that owns the tables',
    { DATABASE_URL: postgres.ownerUrl },
    /^DATABASE_URL signs in as "kargo", which has rights over the whole server: name .+\.\n$/,
  ],
] satisfies [string, Record<string, string>, RegExp][]) {
  test(`${name}: the server says so in one sentence and exits with 1`, async () => {
    const { child, stderr } = forkServer({ ...env, ...change });
    assert.equal(await exitCode(child), 1);
    assert.match(await stderr, sentence);
  });
}

test('migrations that have not been run: the server names the command that runs them, and exits with 1', async (t) => {
  const empty = await startTestPostgres({ isMigrated: false });
  t.after(empty.stop);
  const { child, stderr } = forkServer({ ...env, DATABASE_URL: empty.url });
  assert.equal(await exitCode(child), 1);
  assert.match(
    await stderr,
    /^The database lacks 0001-drivers-and-sessions, .+: run `pnpm --filter api migrate` .+\.\n$/,
  );
});

test('a folder that is not where the pictures are: the server says so in one sentence and exits with 1', async (t) => {
  const first = forkServer(env);
  t.after(() => first.child.kill());
  await untilReady(first.child);
  const other = await mkdtemp(join(tmpdir(), 'kargo-api-storage-'));
  t.after(() => rm(other, { recursive: true }));
  const { child, stderr } = forkServer({ ...env, PORT: '0', STORAGE_DIR: other });
  t.after(() => child.kill());
  assert.equal(await exitCode(child), 1);
  assert.match(
    await stderr,
    /^The pictures of this database are not in .+ \(STORAGE_DIR\): .+\.\n$/,
  );
});

test('a server starts although its storage cannot be checked', async (t) => {
  const { child, stdout } = forkServer({ ...env, STORAGE_DIR: '/dev/null/uploads' });
  t.after(() => child.kill());
  await untilReady(child);
  child.kill();
  assert.equal(await exitCode(child), 0);
  assert.match(await stdout, /ENOTDIR.+could not check whether the storage/);
});

test('a port in use: the server says so in one sentence and exits with 1', async (t) => {
  const other = createServer().listen(port, '127.0.0.1');
  t.after(() => other.close());
  const { child, stderr } = forkServer(env);
  assert.equal(await exitCode(child), 1);
  assert.match(await stderr, /^The port is taken .* Set PORT to a free one\.\n$/);
});
