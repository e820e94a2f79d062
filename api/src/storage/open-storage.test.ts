import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import type { Disk } from 'flydrive';
import { readEnv } from '../env.ts';
import { openStorage } from './open-storage.ts';

const envWith = (change: Record<string, string>) =>
  readEnv({
    DATABASE_URL: 'postgres://kargo_api@nowhere/nothing',
    FIREBASE_PROJECT_ID: 'demo',
    ...change,
  });

async function storesAndDeletes(disk: Disk) {
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
    if (request.method === 'PUT') objects.set(key, await buffer(request));
    else if (request.method === 'DELETE') objects.delete(key);
    else if (!object) response.statusCode = 404;
    else if (request.method === 'GET') return response.end(object);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());

  const storage = await openStorage(
    envWith({
      STORAGE_DRIVER: 's3',
      S3_BUCKET: 'kargo',
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    }),
  );
  await storage.put('kept.webp', Buffer.from('kept'));
  assert.deepEqual([...objects.keys()], ['/kargo/kept.webp']);
  assert.ok(headersSeen.includes('authorization') && !headersSeen.includes('x-amz-acl'));
  await storesAndDeletes(storage);
});
