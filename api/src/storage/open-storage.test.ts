import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { ApiError } from '../api-error.ts';
import { readEnv } from '../env.ts';
import { portOf } from '../testing/port-of.ts';
import { type FileStorage, openStorage } from './open-storage.ts';

const envWith = (change: Record<string, string>) =>
  readEnv({
    DATABASE_URL: 'postgres://kargo_api@nowhere/nothing',
    FIREBASE_PROJECT_ID: 'demo',
    ...change,
  });

const bucketOf = (server: Server) =>
  envWith({
    STORAGE_DRIVER: 's3',
    S3_BUCKET: 'kargo',
    S3_ENDPOINT: `http://127.0.0.1:${portOf(server)}`,
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  });

async function storesAndDeletes(disk: FileStorage) {
  const bytes = Buffer.from([0, 255, 13, 10, 128]);
  await disk.put('profile-images/a.webp', bytes, { contentType: 'image/webp' });
  assert.equal(await disk.exists('profile-images/a.webp'), true);
  assert.deepEqual(Buffer.from(await disk.getBytes('profile-images/a.webp')), bytes);
  await disk.delete('profile-images/a.webp');
  assert.equal(await disk.exists('profile-images/a.webp'), false);
  await disk.delete('profile-images/a.webp');
}

test('files are kept in a folder', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-api-storage-'));
  t.after(() => rm(folder, { recursive: true }));
  await storesAndDeletes(await openStorage(envWith({ STORAGE_DIR: folder })));
});

test('files are kept in a bucket of any S3-compatible store, privately', async (t) => {
  const objects = new Map<string, Buffer>();
  const headersSeen: string[] = [];
  const server = createServer(async (request, response) => {
    const key = (request.url ?? '').split('?', 1)[0] ?? '';
    headersSeen.push(...Object.keys(request.headers));
    const object = objects.get(key);
    // Like servers that do not support CRC32.
    if (headersSeen.some((name) => /^x-amz-(.*checksum|trailer)/.test(name))) {
      response.statusCode = 501;
    } else if (request.method === 'PUT') objects.set(key, await buffer(request));
    else if (request.method === 'DELETE') objects.delete(key);
    else if (!object) response.statusCode = 404;
    else if (request.method === 'GET') return response.end(object);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());

  const storage = await openStorage(bucketOf(server));
  await storage.put('kept.webp', Buffer.from('kept'));
  assert.deepEqual([...objects.keys()], ['/kargo/kept.webp']);
  assert.ok(headersSeen.includes('authorization') && !headersSeen.includes('x-amz-acl'));
  await storesAndDeletes(storage);
});

const soon = { timeoutMs: 200 };

/** A storage on a bucket with this request listener. */
async function bucketThat(t: TestContext, answer: RequestListener, timeout = {}) {
  const states: string[] = [];
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const storage = await openStorage(bucketOf(server), {
    ...timeout,
    onChange: (state) => states.push(state),
  });
  return { storage, states };
}

const isUnavailable = (error: unknown) => error instanceof ApiError && error.code === 'unavailable';

test('calls to a bucket that hangs time out, and after five of them fail immediately', async (t) => {
  let asked = 0;
  const { storage, states } = await bucketThat(
    t,
    () => {
      asked += 1;
    },
    soon,
  );
  for (let time = 0; time < 5; time += 1) {
    await assert.rejects(storage.exists('a.webp'), isUnavailable);
  }
  assert.deepEqual(states, ['Open']);
  const before = asked;
  await assert.rejects(storage.getBytes('a.webp'), isUnavailable);
  assert.equal(asked, before);
});

test('a bucket that hangs in the middle of a file times out', async (t) => {
  const halfway: RequestListener = (_request, response) =>
    response.writeHead(200, { 'content-length': 400 }).write('half');
  const { storage } = await bucketThat(t, halfway, soon);
  await assert.rejects(storage.getBytes('a.webp'), isUnavailable);
});

test('after any number of missing files, the bucket is still asked', async (t) => {
  const { storage, states } = await bucketThat(t, (_request, response) => {
    response.writeHead(404).end();
  });
  for (let time = 0; time < 12; time += 1) assert.equal(await storage.exists('a.webp'), false);
  await assert.rejects(storage.getBytes('a.webp'), (error) => !isUnavailable(error));
  assert.deepEqual(states, []);
});
