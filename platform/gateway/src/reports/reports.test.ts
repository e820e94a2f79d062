import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { releaseMapPath, reportsPath } from '@kargo/shared-types/releases/release-addresses';
import { fixtureSite } from '../testing/fixture-releases.ts';
import { busyMachine, gateway } from '../testing/gateway.ts';
import { openSocket, received } from '../testing/open-socket.ts';
import { listeningGateway } from '../testing/site-with-api.ts';

/** `PROOF=1 pnpm test` with this file sends a hundred thousand. */
const most = process.env.PROOF ? 100_000 : 3000;

test(`${most} forged reports are counted or refused, take no memory and change nothing`, async (context) => {
  const { folder } = await fixtureSite(context);
  const { report, get, log } = await gateway(context, folder);
  const before = (await get(releaseMapPath)).body;
  const statuses = new Set<number>();

  /** Failures of the current and of invented releases, and 1 MB bodies, from 100 addresses. */
  const forge = async (index: number) => {
    const number = Math.floor(index / 2) % 10_000;
    const invented = { app: `app-${number % 100}`, version: `${number}` };
    const release = index % 2 ? { app: 'marketing', version: '1.0.0' } : invented;
    const body = index % 250 ? { kind: 'gave-way', ...release } : 'x'.repeat(1_000_000);
    statuses.add(await report(body, {}, `192.0.2.${index % 100}`));
  };
  const forgeAll = async (from: number, to: number) => {
    for (let sent = from; sent < to; sent += 50)
      await Promise.all(Array.from({ length: 50 }, (_, index) => forge(sent + index)));
  };

  // The first reports fill caches that stay.
  await forgeAll(0, most / 2);
  const used = memory();
  await forgeAll(most / 2, most);
  const grown = memory() - used;
  assert.ok(grown < (process.env.PROOF ? 4_000_000 : 2_000_000), `${grown} bytes more`);
  assert.deepEqual(
    [...statuses].filter((status) => ![204, 413, 429].includes(status)),
    [],
  );
  assert.equal((await get(releaseMapPath)).body, before);
  const lines = log.filter((line) => line.includes('reported by a page'));
  assert.ok(lines.length <= 30 * 10, `${lines.length} lines`);
  assert.doesNotMatch(log.join(), /app-\d/);
});

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

function memory(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

const threw = { kind: 'screen-threw', app: 'marketing', version: '1.0.0' };
const ofReports = (log: readonly string[]) =>
  log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'reported by a page');

/** Returns the head of a report with a body of this size, and the part of the body that is sent. */
const reportOf = (size: number, sent: string) => [
  `POST ${reportsPath} HTTP/1.1`,
  'Host: a',
  'Content-Type: text/plain',
  `Content-Length: ${size}`,
  '',
  sent,
];

/** A site with marketing 1.0.0, and a gateway. */
async function site(context: TestContext) {
  const releases = await fixtureSite(context);
  return { releases, ...(await gateway(context, releases.folder)) };
}

test('A problem is logged in one line without personal data; views and vitals are not logged', async (context) => {
  const { report, log } = await site(context);
  const message =
    'no driver jo@example.com at https://kargo.example/profile?token=secret, +1 555 010 0199';
  const sent = { ...threw, screen: 'marketing/Home', message, level: 10, cookie: 'session=1' };
  assert.equal(await report(sent), 204);
  assert.equal(await report({ ...threw, screen: 'jo@example.com' }), 204);
  assert.equal(await report({ ...threw, kind: 'view' }), 204);
  assert.equal(await report({ ...threw, kind: 'vitals', route: '/', lcp: 800 }), 204);
  const [line, other, ...more] = ofReports(log);
  assert.equal(more.length, 0);
  assert.deepEqual(
    [line.app, line.version, line.kind, line.screen, line.level, line.cookie],
    ['marketing', '1.0.0', 'screen-threw', 'marketing/Home', 40, undefined],
  );
  assert.equal(other.screen, undefined);
  assert.ok(line.message.startsWith('no driver'));
  assert.doesNotMatch(log.join(), /jo@|secret|555 010|192\.0\.2\.1/);
});

test('A report about a release that the log lacks is dropped', async (context) => {
  const { report, log } = await site(context);
  const dropped = [
    { ...threw, version: '9.0.0' },
    { ...threw, app: 'nobody' },
    { ...threw, app: 'constructor' },
    { ...threw, app: '__proto__' },
    { kind: 'vitals', app: 'shell', version: '1.0.0', route: '/invented', lcp: 1 },
  ];
  for (const sent of dropped) assert.equal(await report(sent), 204);
  assert.deepEqual(ofReports(log), []);
});

test('Anything malformed, too large or from another site is refused', async (context) => {
  const { report, log } = await site(context);
  assert.equal(await report('{"kind":'), 400);
  assert.equal(await report({ ...threw, kind: 'invented' }), 400);
  assert.equal(await report(threw, { 'content-type': 'application/xml' }), 400);
  assert.equal(await report('x'.repeat(1_000_000)), 413);
  assert.equal(await report(threw, { 'sec-fetch-site': 'cross-site' }), 400);
  assert.equal(await report(threw, { origin: 'https://elsewhere.example' }), 400);
  assert.equal(await report(threw, { origin: 'null' }), 400);
  assert.deepEqual(ofReports(log), []);
  const own = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
  assert.equal(await report(threw, own), 204);
  assert.equal(await report(threw, { 'content-type': 'application/json' }), 204);
});

test('One address may send 120 reports a minute, and a release fills 30 lines', async (context) => {
  const { report, log } = await site(context);
  const statuses = [];
  for (let sent = 0; sent < 130; sent += 1)
    statuses.push(await report(threw, {}, `2001:db8::${sent}`));
  assert.deepEqual(new Set(statuses.slice(0, 120)), new Set([204]));
  assert.deepEqual(new Set(statuses.slice(120)), new Set([429]));
  assert.equal(await report(threw, {}, '2001:db8:1::1'), 204);
  assert.equal(ofReports(log).length, 30);
  assert.deepEqual(
    log.filter((line) => line.includes('"answered"')),
    [],
  );
});

test('Vitals that no page can have are refused', async (context) => {
  const { report } = await site(context);
  const vitals = { ...threw, kind: 'vitals', route: '/' };
  for (const impossible of [{ cls: 1e308 }, { lcp: 1e308 }, { inp: 3_600_000 }, { cls: -1 }])
    assert.equal(await report({ ...vitals, ...impossible }), 400, JSON.stringify(impossible));
  assert.equal(await report({ ...vitals, lcp: 60_000, inp: 60_000, cls: 10 }), 204);
});

test('A refused report is not waited for, and its connection serves the next request', async (context) => {
  const site = await listeningGateway(context, {});
  const socket = await openSocket(context, site, reportOf(2000, 'x'));
  const [first] = await once(socket, 'data');
  assert.match(`${first}`, /^HTTP\/1\.1 413 /);
  const next = 'GET /robots.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  socket.write('x'.repeat(1999) + next);
  assert.match(await received(socket), /^HTTP\/1\.1 200 /);
});

test('A page overtakes the reports that arrived before it', async (context) => {
  const site = await listeningGateway(context, {});
  const answered: string[] = [];
  const requests = Array.from({ length: 100 }, () => reportOf(2, '{}'));
  requests.push(['GET / HTTP/1.1', 'Host: a', '', '']);
  const sockets = await Promise.all(requests.map(() => openSocket(context, site, [''])));
  // So that the page does not wait for the store.
  await (await fetch(site)).text();
  const responses = sockets.map(async (socket, index) => {
    socket.write(requests[index]?.join('\r\n') ?? '');
    await once(socket, 'data');
    answered.push(`${requests[index]?.[0]}`);
  });
  await Promise.all(responses);
  const before = answered.indexOf('GET / HTTP/1.1');
  assert.ok(before < 50, `${before} reports were answered first`);
});

test("Pages report an app's views only while it has a canary", async (context) => {
  const { releases, get } = await site(context);
  await releases.writeRemote('marketing', '2.0.0');
  for (const percent of [0, 0.0001, 100]) {
    const next = { ...(await releases.recorded('marketing', '2.0.0')), percent };
    if (percent > 0) await releases.change('marketing', { next });
    await context.waitFor(async () => {
      const { marketing, shell } = (await get(releaseMapPath)).json();
      const [first, ...behind] = marketing;
      assert.equal(first.version, percent === 100 ? '2.0.0' : '1.0.0');
      assert.equal(first.isCounted, percent > 0 ? true : undefined);
      for (const other of [...behind, ...shell]) assert.equal(other.isCounted, undefined);
    }, busyMachine);
  }
});
