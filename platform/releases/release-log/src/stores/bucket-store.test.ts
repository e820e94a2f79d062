import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startBucket } from 'local-services/bucket/start-bucket';
import { listen } from '../testing/listen.ts';
import { notPlain, testStore } from '../testing/store-contract.ts';
import { BucketStore } from './bucket-store.ts';
import { NotStoredError, UnreadableError } from './release-store.ts';

// Uses the stand-in of local-services, or the server at TEST_BUCKET_ENDPOINT, which needs a bucket
// called kargo-test and the AWS variables.

const folder = await mkdtemp(join(tmpdir(), 'kargo-bucket-'));
const isStandIn = process.env.TEST_BUCKET_ENDPOINT === undefined;
const bucket = await startBucket({ folder, pageSize: 20 });
after(async () => {
  await bucket[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

process.env.AWS_REGION ??= 'us-east-1';
process.env.AWS_ACCESS_KEY_ID ??= 'test';
process.env.AWS_SECRET_ACCESS_KEY ??= 'test';
process.env.AWS_ENDPOINT_URL = process.env.TEST_BUCKET_ENDPOINT ?? bucket.url;

const newStore = () => new BucketStore(`s3://kargo-test/${randomUUID()}`);

// Other servers list 1000 objects at once.
testStore('bucket', async () => newStore(), isStandIn ? 50 : 1200);

test('Keys that are not plain paths are not listed', async () => {
  const objects = join(folder, 'hostile');
  await mkdir(objects);
  for (const key of [...notPlain.filter(({ length }) => length > 0 && length < 100), 'a/1/a.js'])
    await writeFile(join(objects, encodeURIComponent(key)), '');
  assert.deepEqual(
    (await at(bucket.url, undefined, 's3://hostile').list('a')).map(({ path }) => path),
    ['a/1/a.js'],
  );
});

test('A bucket that honours conditions is accepted, again and again', async () => {
  const store = newStore();
  await store.requireConditions('marketing');
  await store.requireConditions('marketing');
  assert.deepEqual(
    (await store.list('marketing')).map(({ path }) => path),
    ['marketing/condition'],
  );
});

test('A bucket that ignores conditions is refused', async (context) => {
  const careless = await startBucket({
    folder: join(folder, 'careless'),
    ignoresConditions: true,
  });
  context.after(() => careless[Symbol.asyncDispose]());
  const store = at(careless.url);
  await assert.rejects(
    store.requireConditions('marketing'),
    /s3:\/\/kargo-test ignores If-None-Match/,
  );
});

test('Wrong credentials are an error that says so, not a missing object', async (context) => {
  const store = at(await answering(context, 403));
  const isRefused = (error: Error) =>
    !(error instanceof NotStoredError) &&
    error.message === 's3://kargo-test: the credentials are refused (403)';
  await assert.rejects(store.read('log/1', 100), isRefused);
  await assert.rejects(store.create('log/1', Buffer.from('')), isRefused);
  await assert.rejects(store.list('log'), isRefused);
});

for (const [status, code] of [
  [400, 'InvalidRequest'],
  [403, 'InvalidObjectState'],
] as const)
  test(`An object that its writer encrypted or archived is unreadable (${code})`, async (context) => {
    const url = await listen(context, (_request, response) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`),
    );
    await assert.rejects(at(url).read('log/1', 100), UnreadableError);
    await assert.rejects(at(url).list('log'), (error) => !(error instanceof UnreadableError));
  });

test('A list ends, however many objects a team has put into its folder', async (context) => {
  const keys = Array.from({ length: 1000 }, (_, index) => `<Key>a/1/${index}</Key>`);
  const contents = keys.map((key) => `<Contents>${key}<Size>1</Size></Contents>`).join('');
  const page = `<IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken>`;
  let asked = 0;
  const url = await listen(context, (_request, response) => {
    asked += 1;
    response.end(`<ListBucketResult>${contents}${asked < 150 ? page : ''}</ListBucketResult>`);
  });
  assert.equal((await at(url).list('a')).length, 100_000);
});

test("Its clock follows the server's, and continues between responses", async (context) => {
  const ahead = Date.parse('2030-01-01T00:00:00Z');
  const url = await listen(context, (_request, response) =>
    response.writeHead(404, { date: new Date(ahead).toUTCString() }).end(),
  );
  const store = at(url);
  assert.equal(store.now(), undefined);
  await assert.rejects(store.read('log/1', 100), NotStoredError);
  const elapsed = Number(store.now()) - ahead;
  assert.ok(elapsed >= 0 && elapsed < 5000, `${elapsed} ms`);
  await wait(20);
  assert.ok(Number(store.now()) - ahead >= elapsed + 19);
});

test('A conflict with another writer counts as an existing object', async (context) => {
  const store = at(await answering(context, 409));
  assert.equal(await store.create('log/1', Buffer.from('')), false);
});

test('An unreachable server is an error', async () => {
  await assert.rejects(at('http://127.0.0.1:1').read('log/1', 100), /^Error: s3:\/\/kargo-test: /);
});

for (const [what, answer] of Object.entries({
  'does not respond': () => {},
  'stops in the middle of a response': (response: ServerResponse) =>
    response.writeHead(200, { 'content-length': 100 }).write('begin'),
})) {
  test(`A server that ${what} is an error after a while`, { timeout: 20_000 }, async (context) => {
    const url = await listen(context, (_request, response) => answer(response));
    await assert.rejects(at(url, 200).read('log/1', 100), /^Error: s3:\/\/kargo-test: .*timed out/);
  });
}

/** A store at another server. */
function at(url: string, silenceMs?: number, address = 's3://kargo-test'): BucketStore {
  const before = process.env.AWS_ENDPOINT_URL;
  process.env.AWS_ENDPOINT_URL = url;
  const store = new BucketStore(address, silenceMs);
  process.env.AWS_ENDPOINT_URL = before;
  return store;
}

/** Starts a server that answers everything with a status, and returns its origin. */
function answering(context: TestContext, status: number): Promise<string> {
  return listen(context, (request, response) => {
    request.resume().on('end', () => response.writeHead(status).end());
  });
}
