import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { connect } from '../database/connect.ts';
import { EnvError, readEnv } from '../env.ts';
import { openStorage } from '../storage/open-storage.ts';
import { startTestPostgres } from '../testing/start-test-postgres.ts';
import { requireSameStorage } from './require-same-storage.ts';

const parent = await mkdtemp(join(tmpdir(), 'kargo-api-storage-'));
after(() => rm(parent, { recursive: true }));

const emptyFolder = () => mkdtemp(join(parent, 'uploads-'));

/** Makes a database that no API has used. Returns the check that an API runs at its start. */
async function freshDatabase(context: TestContext) {
  const postgres = await startTestPostgres();
  const db = connect(postgres.url);
  context.after(async () => {
    await db.destroy();
    await postgres.stop();
  });
  return async (folder: string) => {
    const env = readEnv({
      DATABASE_URL: postgres.url,
      FIREBASE_PROJECT_ID: 'demo-test',
      STORAGE_DIR: folder,
    });
    await requireSameStorage(db, await openStorage(env), env);
  };
}

test('several APIs start with one folder, even if it is new to all of them', async (t) => {
  const startWith = await freshDatabase(t);
  const folder = await emptyFolder();
  await Promise.all([1, 2, 3, 4].map(() => startWith(folder)));
  await startWith(folder);
});

test('of several APIs with different folders, only one starts', async (t) => {
  const startWith = await freshDatabase(t);
  const folders = await Promise.all([1, 2, 3, 4].map(emptyFolder));
  const starts = await Promise.allSettled(folders.map(startWith));
  const refused = starts.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 3);
  for (const { reason } of refused as PromiseRejectedResult[])
    assert.ok(reason instanceof EnvError);
  const written = await Promise.all(folders.map((folder) => readdir(folder)));
  assert.deepEqual(written.flat(), ['storage-id']);
});

test('a folder that was moved, or copied without its id, is accepted after doing what the message says', async (t) => {
  const startWith = await freshDatabase(t);
  const [old, moved, bare] = [await emptyFolder(), await emptyFolder(), await emptyFolder()];
  await startWith(old);
  await cp(old, moved, { recursive: true });
  await startWith(moved);
  const refusal = await startWith(bare).catch((error: EnvError) => error);
  const [, id, file] = /write ([\w-]{36}) into (\S+) to use/.exec(refusal?.message ?? '') ?? [];
  assert.ok(id && file, refusal?.message);
  await writeFile(file, `${id}\n`);
  await startWith(bare);
});

test('two databases may share a folder', async (t) => {
  const folder = await emptyFolder();
  const startFirst = await freshDatabase(t);
  await startFirst(folder);
  const id = await readFile(join(folder, 'storage-id'), 'utf8');
  const startSecond = await freshDatabase(t);
  await startSecond(folder);
  await startFirst(folder);
  assert.equal(await readFile(join(folder, 'storage-id'), 'utf8'), id);
});
