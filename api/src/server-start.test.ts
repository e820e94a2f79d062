import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fastify } from 'fastify';
import { explain } from './commands/run-as-command.ts';
import { connect } from './database/connect.ts';
import { requireMigrated } from './database/migrator.ts';
import { requireSameStorage } from './drivers/require-same-storage.ts';
import { readEnv } from './env.ts';
import { knownGateway } from './plugins/known-gateway.ts';
import { openStorage } from './storage/open-storage.ts';
import { exitCode, forkServer, serverNeeds } from './testing/start-server.ts';
import { startTestPostgres } from './testing/start-test-postgres.ts';

const { postgres, env, remove } = await serverNeeds();
after(remove);

for (const [name, check, sentence] of [
  [
    'production on the Auth emulator',
    async () =>
      readEnv({ ...env, NODE_ENV: 'production', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }),
    /^FIREBASE_AUTH_EMULATOR_HOST must not be set in production .+: .+\.$/,
  ],
  [
    'a database that does not answer',
    () => requireMigrated(connect('postgres://kargo@127.0.0.1:1/kargo')),
    /^The database does not answer\. Start it, or check DATABASE_URL\.$/,
  ],
  [
    'a proxy that is no address',
    async () => fastify(knownGateway(readEnv({ ...env, TRUST_PROXY: 'gateway' }))),
    /^TRUST_PROXY has to be a list of .+: invalid IP address: gateway\.$/,
  ],
  [
    'a role that nobody has made',
    () => requireMigrated(connect(postgres.ownerUrl.replace(/kargo/, 'nobody'))),
    /^The database refuses \(password .+ "nobody"\)\. Run `pnpm --filter api migrate` .+\.$/,
  ],
] satisfies [string, () => Promise<unknown>, RegExp][]) {
  test(`${name} is explained in one sentence`, async () => {
    const error = await check().catch((error: unknown) => error);
    assert.match(explain(error), sentence);
  });
}

test('as the role that owns the tables, the server says so in one sentence and exits with 1', async () => {
  const { child, stderr } = forkServer({ ...env, DATABASE_URL: postgres.ownerUrl });
  assert.equal(await exitCode(child), 1);
  assert.match(
    await stderr,
    /^DATABASE_URL signs in as "kargo", which has rights over the whole server: name .+\.\n$/,
  );
});

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
  const db = connect(postgres.url);
  t.after(() => db.destroy());
  const checked = readEnv(env);
  await requireSameStorage(db, await openStorage(checked), checked);
  const other = await mkdtemp(join(tmpdir(), 'kargo-api-storage-'));
  t.after(() => rm(other, { recursive: true }));
  const { child, stderr } = forkServer({ ...env, STORAGE_DIR: other });
  assert.equal(await exitCode(child), 1);
  assert.match(
    await stderr,
    /^The pictures of this database are not in .+ \(STORAGE_DIR\): .+\.\n$/,
  );
});

test('a storage that cannot be checked is logged; a port in use ends the server with one sentence and 1', async (t) => {
  const other = createServer().listen(Number(env.PORT), '127.0.0.1');
  t.after(() => other.close());
  const { child, stdout, stderr } = forkServer({ ...env, STORAGE_DIR: '/dev/null/uploads' });
  assert.equal(await exitCode(child), 1);
  assert.match(await stdout, /ENOTDIR.+could not check whether the storage/);
  assert.match(await stderr, /^The port is taken .* Set PORT to a free one\.\n$/);
});
