import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

/** A database that no API has used; `startWith` runs the check that an API runs at its start. */
async function freshDatabase(context: TestContext) {
  const postgres = await startTestPostgres();
  const [owner, db] = [connect(postgres.ownerUrl), connect(postgres.url)];
  context.after(async () => {
    await Promise.all([owner.destroy(), db.destroy()]);
    await postgres.stop();
  });
  return {
    async startWith(folder: string) {
      const env = readEnv({
        DATABASE_URL: postgres.url,
        FIREBASE_PROJECT_ID: 'demo-test',
        STORAGE_DIR: folder,
      });
      await requireSameStorage(db, await openStorage(env), env);
    },
    /** Adds a driver as a version without this check would have left it. */
    addDriverWithPicture: (imageKey: string) =>
      owner
        .insertInto('drivers')
        .values({
          firebase_uid: imageKey,
          email: `${imageKey}@kargo.example`,
          name: 'Ada',
          phone: '2025550123',
          image_key: imageKey,
        })
        .execute(),
  };
}

test('several APIs start with one folder, even if it is new to all of them', async (t) => {
  const { startWith } = await freshDatabase(t);
  const folder = await emptyFolder();
  await Promise.all([1, 2, 3, 4].map(() => startWith(folder)));
  await startWith(folder);
});

test('of several APIs with different folders, only one starts', async (t) => {
  const { startWith } = await freshDatabase(t);
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
  const { startWith } = await freshDatabase(t);
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

test('the first start of this version requires a folder with the drivers’ pictures', async (t) => {
  const { startWith, addDriverWithPicture } = await freshDatabase(t);
  const [right, wrong] = [await emptyFolder(), await emptyFolder()];
  await addDriverWithPicture('lost.webp');
  await addDriverWithPicture('kept.webp');
  await assert.rejects(startWith(wrong), EnvError);
  await mkdir(join(right, 'profile-images'));
  await writeFile(join(right, 'profile-images/kept.webp'), 'a picture');
  await startWith(right);
  await assert.rejects(startWith(wrong), EnvError);
});

test('two databases may share a folder', async (t) => {
  const folder = await emptyFolder();
  const first = await freshDatabase(t);
  await first.startWith(folder);
  const id = await readFile(join(folder, 'storage-id'), 'utf8');
  const second = await freshDatabase(t);
  await second.startWith(folder);
  await first.startWith(folder);
  assert.equal(await readFile(join(folder, 'storage-id'), 'utf8'), id);
});
