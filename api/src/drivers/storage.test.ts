import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import type { Profile } from '@kargo/shared-types/api/driver';
import sharp from 'sharp';
import { buildApp } from '../app.ts';
import { connect } from '../database/connect.ts';
import { EnvError, readEnv } from '../env.ts';
import { openStorage } from '../storage/open-storage.ts';
import { callsOf } from '../testing/calls-of.ts';
import { profileImage } from '../testing/multipart-form.ts';
import { startTestApi } from '../testing/start-test-api.ts';
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

test('a picture for which the storage has no room is refused, and the old one stays', async (t) => {
  const folder = await smallDisk(t, '256k');
  if (!folder) return;
  const api = await startTestApi();
  t.after(() => api.stop());
  const disk = await openStorage({ ...api.env, STORAGE_DIR: folder });
  const app = await buildApp({ ...api, disk, stripe: undefined });
  t.after(() => app.close());
  const { headers } = await api.addSignedInDriver();
  const { get, postForm } = callsOf(app);
  const send = (name: string, image: Buffer) =>
    postForm(
      '/driver/profile/update',
      [['name', name], ['phone', '2025550123'], ...profileImage(image, 'me.jpg')],
      headers,
    );

  const saved = (await send('Ada', await picture(0))).json<Profile>();
  const [oldImage = ''] = await readdir(join(folder, 'profile-images'));
  const { size } = await stat(join(folder, 'profile-images', oldImage));
  // Leaves space for only the beginning of a picture of the same size as the first.
  await writeFile(join(folder, 'other'), Buffer.alloc(256 * 1024 - 8192 - 1.5 * size));

  const refused = await send('Eve', await picture(60));
  assert.equal(refused.statusCode, 503, refused.body);
  assert.match(`${refused.headers['retry-after']}`, /^\d+$/);
  assert.deepEqual(refused.json(), {
    code: 'unavailable',
    message: 'The image could not be stored. Please try again later.',
  });
  assert.deepEqual(await readdir(join(folder, 'profile-images')), [oldImage]);
  assert.deepEqual(await api.db.selectFrom('unclaimed_images').selectAll().execute(), []);
  const visit = await get('/verify', { headers });
  assert.deepEqual(visit.json(), saved);
  assert.equal((await app.inject({ url: saved.image ?? '' })).statusCode, 200);

  await rm(join(folder, 'other'));
  assert.equal((await send('Eve', await picture(60))).statusCode, 200);
});

/** Mounts a file system of this size. If this process may not mount any, the test is skipped. */
async function smallDisk(t: TestContext, size: string): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-full-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], {
      stdio: 'pipe',
    });
  } catch {
    await rm(folder, { recursive: true });
    t.skip('no file system may be mounted here');
    return undefined;
  }
  t.after(async () => {
    execFileSync('umount', [folder]);
    await rm(folder, { recursive: true });
  });
  return folder;
}

function picture(sigma: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma } as const;
  return sharp({ create: { width: 512, height: 512, channels: 3, background: 'teal', noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
}
