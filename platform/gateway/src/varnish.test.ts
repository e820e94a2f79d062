import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { signPreview } from '@kargo/release-log/rules/preview-token';
import { listen } from '@kargo/release-log/testing/listen';
import { freePort } from 'local-services/free-port';
import {
  type FixtureReleases,
  fixtureKey,
  fixtureSite,
  onHttps,
} from './testing/fixture-releases.ts';
import { gateway } from './testing/gateway.ts';

/** With `PROOF=1` it fails without Varnish, and measures for longer. */
const isProof = Boolean(process.env.PROOF);
const isMissing = spawnSync('varnishd', ['-V']).error !== undefined;

const SITE_URL = 'https://kargo.example';
const script = '/releases/marketing/1.0.0/remoteEntry.js';
/** The visitors' address; Varnish calls the gateway from 127.0.0.1. */
const visitor = '127.0.0.2';
/** Pages are kept for five seconds, and sent for four more while the next one is fetched. */
const oldest = 9;
const inTime = { timeout: 10_000, interval: 100 };

suite('Behind Varnish', { skip: isMissing && !isProof && 'not installed: varnish' }, () => {
  const ends: (() => Promise<unknown>)[] = [];
  const log: string[] = [];
  let releases: FixtureReleases;
  let port: number;
  let stopGateway: () => Promise<unknown>;

  before(async () => {
    const ending = { after: (end: () => Promise<unknown>) => void ends.push(end) };
    releases = await fixtureSite(ending);
    await releases.writeRemote('marketing', '2.0.0');
    // Responds with the headers of a request, and forgets to mark them as private.
    const API_URL = await listen(ending, ({ headers }, response) => {
      response.setHeader('cache-control', 'max-age=60');
      response.end(JSON.stringify(headers));
    });
    const { folder } = releases;
    const env = { ...onHttps(folder), API_URL, TRUST_PROXY: '127.0.0.1' };
    const { app } = await gateway(ending, folder, env, log);
    const site = await app.listen({ host: '127.0.0.1', port: 0 });
    stopGateway = async () => {
      app.server.closeAllConnections();
      await app.close();
    };
    port = await startVarnish(ending, new URL(site).port);
  });
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });

  async function ask(path: string, given: OutgoingHttpHeaders = {}, method = 'GET') {
    // A list of values is sent as separate headers.
    const headers = Object.entries({ host: 'kargo.example', ...given }).flatMap(([name, values]) =>
      [values ?? []].flat().flatMap((value) => [name, `${value}`]),
    );
    const place = { host: '127.0.0.1', port, localAddress: visitor };
    const sent = request({ ...place, path, method, headers }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return {
      status: response.statusCode,
      headers: response.headers,
      body: await buffer(response),
      // It has a second id: that of the request that fetched the response.
      isHit: / /.test(String(response.headers['x-varnish'])),
    };
  }

  /** How often the gateway was asked for a path. */
  const asked = (path: string) => log.filter((line) => line.includes(`"path":"${path}"`)).length;

  test('Pages and files come from the cache, whatever else a visitor sends', async (context) => {
    const kinds = [
      { encoding: 'gzip, deflate, br, zstd', sent: 'br', read: brotliDecompressSync },
      { encoding: 'gzip, br;q=0', sent: 'gzip', read: gunzipSync },
      { encoding: 'identity', sent: undefined, read: (body: Buffer) => body },
    ];
    const bodies = new Set<string>();
    const began = Date.now();
    let count = 0;
    const visit = async () => {
      do {
        count += 1;
        const cookie = `theme=dark; XSRF-TOKEN=${count}`;
        for (const { encoding, sent, read } of kinds) {
          const headers = { 'accept-encoding': encoding, cookie };
          const page = await ask(`/?utm_source=a%20mail&fbclid=${count}`, headers);
          assert.equal(page.headers['content-encoding'], sent);
          assert.ok(Number(page.headers.age) <= oldest, page.headers.age);
          bodies.add(`${read(page.body)}`);
          assert.equal((await ask(script, headers)).status, 200);
        }
      } while (Date.now() - began < (isProof ? 60_000 : 1000));
    };
    await Promise.all(Array.from({ length: 6 }, visit));
    assert.equal(bodies.size, 1);
    const hits = (path: string) =>
      `${(100 * (1 - asked(path) / count / kinds.length)).toFixed(2)} %`;
    context.diagnostic(
      `${count * kinds.length} requests: / ${hits('/')}, a file ${hits(script)} hits`,
    );
    // Twice: with brotli and without.
    assert.ok(asked('/') <= 2 * (1 + (Date.now() - began) / 5000), `${asked('/')}`);
    assert.equal(asked(script), 2);
    assert.equal((await ask(`${script}?retry=1`)).isHit, false, 'one that was broken');
  });

  test('HEAD, ranges and conditional requests are answered by the cache', async () => {
    const file = '/releases/marketing/1.0.0/home.js';
    const { headers, body } = await ask(file);
    assert.equal((await ask(file, { 'if-none-match': headers.etag })).status, 304);
    assert.equal((await ask(file, { 'if-none-match': '"other"' })).status, 200);
    const head = await ask(file, {}, 'HEAD');
    assert.deepEqual([head.status, head.headers.etag, head.body.length], [200, headers.etag, 0]);
    const part = await ask(file, { range: 'bytes=8-11' });
    assert.deepEqual([part.status, part.body], [206, body.subarray(8, 12)]);
    assert.equal(asked(file), 1);
  });

  test('Only its visitor gets a preview and its files', async () => {
    const file = '/releases/marketing/2.0.0/home.js';
    const stranger = async () => {
      assert.doesNotMatch(`${(await ask('/')).body}`, /kargo-preview/);
      assert.equal((await ask(file)).status, 404);
    };
    await stranger();
    const iat = Date.now() / 1000;
    const shown = { apps: { marketing: '2.0.0' }, site: SITE_URL, iat, exp: iat + 60 };
    const opened = await ask(`/?kargo-preview=${await signPreview(shown, fixtureKey)}`);
    assert.equal(opened.status, 303);
    const [given = ''] = String(opened.headers['set-cookie']).split(';');
    for (const cookie of [given, ['theme=dark', given]]) {
      assert.match(`${(await ask('/', { cookie })).body}`, /<section id="kargo-preview"/);
      assert.equal((await ask(file, { cookie })).status, 200);
      await stranger();
    }
  });

  for (const path of [
    '/api/v1/verify',
    '/api/v1/verify?x.css',
    '/api/v1/verify/x.css',
    '/api/v1/verify%2fx.css',
    '/api/v1/verify;x.css',
    '/%61pi/v1/verify',
  ]) {
    test(`A driver gets an answer of the API for that driver only: ${path}`, async () => {
      for (const driver of ['ada', undefined, 'grace', undefined]) {
        const { body, isHit } = await ask(path, { authorization: driver });
        assert.equal(isHit, false);
        assert.equal(JSON.parse(`${body}`).authorization, driver);
      }
    });
  }

  const secrets = ['/?magic_token=a', '/profile?utm_source=a&magic_token=a', '/?magic%5Ftoken=a'];
  const others: [path: string, headers?: OutgoingHttpHeaders][] = [
    ['/', { cookie: 'kargo-failed-shell=1.0.0' }],
    ['/', { authorization: 'ada' }],
    ['/profile/x.css'],
    ['/profile;x.css'],
    ['/nowhere', { accept: 'text/html' }],
    ['/releases/shell/9.9.9/main.js'],
    ['/releases/release-map.json'],
    ['/releases/in-use.json'],
    ['/releases/who.json'],
    ['/healthz'],
    ['/readyz'],
    ['/%'],
  ];
  test('Responses for one visitor, errors and current states are never cached', async () => {
    await ask('/');
    await ask('/profile');
    for (const path of secrets)
      assert.equal((await ask(path)).headers['referrer-policy'], 'no-referrer', path);
    for (const [path, headers] of [...secrets.map((it) => [it] as const), ...others]) {
      await ask(path, headers);
      assert.equal((await ask(path, headers)).isHit, false, path);
    }
  });

  test('The gateway gets a visitor’s address, and no header that only proxies may send', async () => {
    const kept = { cookie: 'XSRF-TOKEN=known' };
    const forged = { 'x-request-id': 'a', traceparent: 'a', baggage: 'a', 'x-brotli': 'br' };
    const given = { ...kept, ...forged, 'x-forwarded-for': '203.0.113.9' };
    for (const method of ['GET', 'POST']) {
      const got = JSON.parse(`${(await ask('/api/v1/login', given, method)).body}`);
      assert.equal(got['x-forwarded-for'], visitor);
      assert.equal(got.cookie, kept.cookie);
      for (const [name, value] of Object.entries(forged)) assert.notEqual(got[name], value, name);
    }
    const page = await ask('/', { ...given, 'accept-encoding': 'gzip' });
    assert.equal(page.headers['content-encoding'], 'gzip');
    const purged = await ask('/', {}, 'PURGE');
    assert.equal(purged.status, 405);
    assert.ok(purged.headers['x-varnish'], 'Varnish has read it');
  });

  test('Canaries always come from the gateway, and everybody gets a new release within 10 s', async (context) => {
    const shown = /marketing":\[\{"url":"[^"]*\/(\d[^/]*)\//;
    const visit = async (cookie?: string) => {
      const { headers, body, isHit } = await ask('/', { cookie });
      if (isHit) assert.ok(Number(headers.age) <= oldest, headers.age);
      const [id = ''] = String(headers['set-cookie'] ?? '').split(';');
      return { id, isHit, version: shown.exec(`${body}`)?.[1] };
    };
    const isSeen = async (version: string) => {
      const began = Date.now();
      const expected = { id: '', isHit: true, version };
      await context.waitFor(async () => assert.deepEqual(await visit(), expected), inTime);
      context.diagnostic(`${version} is seen after ${Date.now() - began} ms`);
    };
    await isSeen('1.0.0');
    const next = { ...(await releases.recorded('marketing', '2.0.0')), percent: 50 };
    await releases.change('marketing', { next });
    await context.waitFor(async () => assert.notEqual((await visit()).id, ''), inTime);
    const visits = await Promise.all(Array.from({ length: 20 }, () => visit()));
    assert.equal(new Set(visits.map(({ id }) => id)).size, visits.length);
    for (const { id, version, isHit } of visits) {
      assert.equal(isHit, false);
      assert.deepEqual(await visit(id), { id: '', isHit: false, version });
    }
    for (let round = 0; round < (isProof ? 20 : 1); round += 1) {
      const version = round % 2 ? '1.0.0' : '2.0.0';
      const current = await releases.recorded('marketing', version);
      await releases.change('marketing', { current, next: undefined });
      await isSeen(version);
    }
    if (!isProof) return;
    await wait(1000 * oldest + 300);
    assert.equal((await visit()).isHit, false);
  });

  test('While the gateway is down, visitors get a message', async () => {
    await stopGateway();
    const { status, headers, body } = await ask('/about');
    assert.equal(status, 503);
    assert.equal(headers['cache-control'], 'private, no-store');
    assert.equal(`${body}`, 'The site is not available. Please try again in a moment.\n');
  });
});

/** Starts it with the configuration in `platform/deploy/`, and returns its port. */
async function startVarnish(
  ending: { after(end: () => Promise<unknown>): void },
  gatewayPort: string,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-varnish-'));
  const configuration = join(import.meta.dirname, '../../deploy/varnish.vcl');
  const file = join(folder, 'varnish.vcl');
  const text = await readFile(configuration, 'utf8');
  await writeFile(file, text.replace('"3000"', `"${gatewayPort}"`));
  const port = await freePort();
  const place = ['-a', `127.0.0.1:${port}`, '-n', join(folder, 'work'), '-j', 'none'];
  const storage = ['-s', 'malloc,64m', '-p', 'shortlived=0'];
  const varnish = spawn('varnishd', ['-F', '-f', file, ...place, ...storage], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  varnish.stderr.on('data', (text) => {
    output += text;
  });
  ending.after(async () => {
    varnish.kill();
    if (varnish.exitCode === null) await once(varnish, 'exit');
    await rm(folder, { recursive: true });
  });
  const deadline = AbortSignal.timeout(30_000);
  while (!(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))) {
    if (deadline.aborted || varnish.exitCode !== null) throw new Error(output);
    await wait(50);
  }
  return port;
}
