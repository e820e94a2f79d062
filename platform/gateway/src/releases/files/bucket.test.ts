import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { recordPath } from '@kargo/release-log/log/app-record';
import { BucketStore } from '@kargo/release-log/stores/bucket-store';
import { startBucket } from 'local-services/bucket/start-bucket';
import { FixtureReleases } from '../../testing/fixture-releases.ts';
import { busyMachine, gateway, untilServed } from '../../testing/gateway.ts';

// Gateways with releases in a bucket, the stand-in of local-services.

const RELEASES = 's3://releases/site';
/** Longer than the gateway's interval for checking the log. */
const lookMs = 600;
const script = (version = '1.0.0') => `/releases/marketing/${version}/home.js`;

Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
});

/** The objects of a bucket with a site. */
const published = await mkdtemp(join(tmpdir(), 'kargo-bucket-'));
after(() => rm(published, { recursive: true }));
before(async () => {
  await using bucket = await startBucket({ folder: published });
  process.env.AWS_ENDPOINT_URL = bucket.url;
  await new FixtureReleases('', new BucketStore(RELEASES)).publishSite();
});

test('A release in a bucket is served, and so is the next one', async (context) => {
  const { releases, STATE_DIR } = await site(context);
  const { get, versions, homePage } = await gateway(context, RELEASES, { STATE_DIR });
  assert.equal((await homePage()).statusCode, 200);
  assert.equal((await get(script())).statusCode, 200);
  await releases.writeRemote('marketing', '1.1.0');
  await releases.serve({ shell: '1.0.0', marketing: ['1.1.0', '1.0.0'] });
  await untilServed(context, { versions }, '1.1.0', '1.0.0');
});

test("A rollout advances by the time in the bucket's responses", async (context) => {
  const { releases, STATE_DIR } = await site(context);
  await releases.writeRemote('marketing', '2.0.0');
  const { versions } = await gateway(context, RELEASES, { STATE_DIR });
  const steps = [
    { percent: 0.001, minute: 0 },
    { percent: 100, minute: 0.05 },
  ];
  const rollout = { start: new Date().toISOString(), steps };
  const next = { ...(await releases.recorded('marketing', '2.0.0')), percent: 0.001, rollout };
  await releases.change('marketing', { next });
  assert.deepEqual(await versions('marketing'), ['1.0.0']);
  await untilServed(context, { versions }, '2.0.0', '1.0.0');
});

test('While the bucket is down, gateways serve what they have read, even after a restart', async (context) => {
  const { bucket, releases, STATE_DIR } = await site(context);
  await releases.writeRemote('marketing', '1.1.0');
  await releases.serve({ shell: '1.0.0', marketing: ['1.1.0', '1.0.0'] });
  const first = await gateway(context, RELEASES, { STATE_DIR });
  assert.equal((await first.homePage()).statusCode, 200);
  for (const path of [script('1.1.0'), '/releases/shell/1.0.0/main.js'])
    assert.equal((await first.get(path)).statusCode, 200);
  await bucket.stop();
  const second = await gateway(context, RELEASES, { STATE_DIR });
  for (const { homePage, get, versions } of [first, second]) {
    await wait(lookMs);
    assert.equal((await homePage()).statusCode, 200);
    assert.deepEqual(await versions('marketing'), ['1.1.0', '1.0.0']);
    assert.equal((await get(script('1.1.0'))).statusCode, 200);
  }
  assert.ok(second.log.some((line) => line.includes('the release store cannot be read')));
  assert.equal((await second.get('/releases/marketing/1.1.0/remoteEntry.js')).statusCode, 503);
  const logged = second.log.filter((line) => line.includes('remoteEntry')).join('\n');
  assert.match(logged, /"reason":"[^"]*ECONNREFUSED.*"msg":"the release store does not answer"/);
  assert.ok(!second.log.some((line) => line.includes('tampered')));

  await bucket.start();
  await releases.serve({ shell: '1.0.0', marketing: '1.0.0' });
  await untilServed(context, second, '1.0.0');
});

for (const [what, isGone] of [
  ['is gone', true],
  ['is another one', false],
] as const) {
  test(`If the newest record in the bucket ${what}, that is logged, and its release is still served`, async (context) => {
    const { releases, STATE_DIR } = await site(context);
    const running = await gateway(context, RELEASES, { STATE_DIR });
    assert.equal((await running.homePage()).statusCode, 200);
    const second = await gateway(context, RELEASES, { STATE_DIR });
    const path = recordPath('marketing', 1);
    if (isGone) await releases.store.remove(path);
    else await releases.store.write(path, Buffer.from('another'));
    for (const { homePage, versions, log } of [running, second]) {
      await context.waitFor(async () => {
        assert.equal((await homePage()).statusCode, 200);
        assert.ok(log.some((line) => line.includes(`${path} was served before and ${what}`)));
      }, busyMachine);
      assert.deepEqual(await versions('marketing'), ['1.0.0']);
    }
  });
}

test('A changed object is not sent until it is restored', async (context) => {
  const { releases, STATE_DIR } = await site(context);
  const path = 'marketing/1.0.0/home.js';
  const good = await releases.store.read(path, 1e6);
  await releases.store.write(path, Buffer.from(String(good).replace('parcel', 'poison')));
  const { get } = await gateway(context, RELEASES, { STATE_DIR });
  assert.equal((await get(script())).statusCode, 502);
  await releases.store.write(path, good);
  assert.equal((await get(script())).statusCode, 200);
});

test('A bucket that takes 2 s for each response delays a page by a second at most', async (context) => {
  const { bucket, STATE_DIR } = await site(context);
  const { homePage, get } = await gateway(context, RELEASES, { STATE_DIR });
  for (const response of [await homePage(), await get(script())])
    assert.equal(response.statusCode, 200);
  await bucket.slowDown(2000);
  await wait(lookMs);
  for (const ask of [homePage, () => get(script())]) {
    const began = performance.now();
    assert.equal((await ask()).statusCode, 200);
    assert.ok(performance.now() - began < 1900);
  }
});

test('The marker of a canary is read once a second, without a list, and known while the bucket is down', async (context) => {
  const { bucket, releases, STATE_DIR } = await site(context);
  await releases.writeRemote('marketing', '2.0.0');
  const next = { ...(await releases.recorded('marketing', '2.0.0')), percent: 100 };
  await releases.change('marketing', { next });
  const reads = context.mock.method(BucketStore.prototype, 'read');
  const lists = context.mock.method(BucketStore.prototype, 'list');
  const first = await gateway(context, RELEASES, { STATE_DIR });
  assert.deepEqual(await first.versions('marketing'), ['2.0.0', '1.0.0']);
  const began = performance.now();
  const checksOf = (path: string) =>
    reads.mock.calls.filter(({ arguments: [read] }) => read.startsWith(path)).length;
  const checks = checksOf('log/');
  // The log is checked every 250 ms.
  await context.waitFor(async () => {
    await first.versions('marketing');
    assert.ok(checksOf('log/') > checks + 6);
  }, busyMachine);
  assert.ok(checksOf('ended/') <= 2 + (performance.now() - began) / 1000);
  for (const { arguments: of } of lists.mock.calls) assert.notEqual(of[0], 'ended');
  for (let page = 0; page < 5; page += 1)
    await first.report(
      { app: 'marketing', version: '2.0.0', kind: 'gave-way' },
      {},
      `192.0.2.${page}`,
    );
  await untilServed(context, first, '1.0.0');
  await context.waitFor(
    () => assert.ok(first.log.join().includes('a canary has ended')),
    busyMachine,
  );
  await bucket.stop();
  const second = await gateway(context, RELEASES, { STATE_DIR });
  assert.deepEqual(await second.versions('marketing'), ['1.0.0']);
});

for (const limit of [5000, 100])
  test(`All copies together stay below ${limit} bytes, even if one file is larger`, async (context) => {
    const { STATE_DIR } = await site(context);
    const RELEASES_CACHE_BYTES = `${limit}`;
    const { homePage, get } = await gateway(context, RELEASES, { STATE_DIR, RELEASES_CACHE_BYTES });
    await homePage();
    for (const path of [script(), '/releases/shell/1.0.0/main.js'])
      assert.equal((await get(path)).statusCode, 200);
    const copies = join(STATE_DIR, 'releases');
    const sizes = (await readdir(copies)).map((name) => statSync(join(copies, name)).size);
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= limit, sizes.join());
  });

/** A bucket with a site, and a folder for a gateway. */
async function site(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-bucket-'));
  await cp(published, join(folder, 'bucket'), { recursive: true });
  let server = await startBucket({ folder: join(folder, 'bucket') });
  const port = Number(new URL(server.url).port);
  const bucket = {
    stop: () => server[Symbol.asyncDispose](),
    start: async (delayMs = 0) => {
      server = await startBucket({ folder: join(folder, 'bucket'), port, delayMs });
    },
    async slowDown(delayMs: number) {
      await this.stop();
      await this.start(delayMs);
    },
  };
  context.after(async () => {
    await bucket.stop();
    await rm(folder, { recursive: true });
  });
  process.env.AWS_ENDPOINT_URL = server.url;
  const releases = new FixtureReleases('', new BucketStore(RELEASES));
  return { bucket, releases, STATE_DIR: join(folder, 'gateway') };
}
