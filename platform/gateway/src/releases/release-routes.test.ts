import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fixtureScript, fixtureSite } from '../testing/fixture-releases.ts';
import { fixtureTexts } from '../testing/fixture-routes.ts';
import { gateway } from '../testing/gateway.ts';
import { openSocket, received } from '../testing/open-socket.ts';

const releases = await fixtureSite(test);
const { app, get } = await gateway(test, releases.folder);

const script = '/releases/shell/1.0.0/main.js';
const unchanging = 'public, max-age=31536000, immutable';

test('A file of a release is kept for a year and may be used by other sites', async () => {
  const response = await get(script);
  assert.equal(response.statusCode, 200);
  assert.equal(response.body, fixtureScript);
  assert.equal(response.headers['cache-control'], unchanging);
  assert.match(String(response.headers['content-type']), /^(text|application)\/javascript/);
  assert.equal(response.headers['access-control-allow-origin'], '*');
  assert.equal(response.headers['cross-origin-resource-policy'], 'cross-origin');
  assert.equal(response.headers['x-content-type-options'], 'nosniff');
  assert.equal(response.headers['set-cookie'], undefined);
});

const encodings: [acceptEncoding: string, encoding: string | undefined, body: string][] = [
  ['gzip, deflate, br', 'br', 'brotli'],
  ['gzip, deflate', 'gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip', 'gzip'],
  ['br;q=0, gzip;q=0', undefined, fixtureScript],
  ['identity', undefined, fixtureScript],
  ['zstd', undefined, fixtureScript],
];

for (const [acceptEncoding, encoding, body] of encodings) {
  test(`A script for Accept-Encoding ${acceptEncoding} comes as ${encoding}`, async () => {
    const headers = { 'accept-encoding': acceptEncoding };
    const response = await get(script, headers);
    assert.equal(response.headers['content-encoding'], encoding);
    assert.equal(response.body, body);
    assert.equal(response.headers.vary, 'accept-encoding');
    assert.match(String(response.headers['content-type']), /javascript/);
    assert.equal(response.headers['cache-control'], unchanging);
    assert.equal(response.headers['x-request-id'], undefined);
  });
}

test('A file without compressed variants is sent uncompressed', async () => {
  const headers = { 'accept-encoding': 'br, gzip' };
  const response = await get('/releases/shell/1.0.0/logo.svg', headers);
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers['content-encoding'], undefined);
  assert.equal(response.headers['content-type'], 'image/svg+xml');
});

test('304, 206 and HEAD may be cached like 200', async () => {
  const { headers } = await get(script);
  const revalidated = await get(script, { 'if-none-match': String(headers.etag) });
  assert.equal(revalidated.statusCode, 304);
  assert.equal(revalidated.headers['cache-control'], unchanging);

  const part = await get(script, { range: 'bytes=0-6' });
  assert.equal(part.statusCode, 206);
  assert.equal(part.body, 'console');
  assert.equal(part.headers['cache-control'], unchanging);

  const head = await app.inject({ method: 'HEAD', url: script, headers: { range: 'bytes=0-6' } });
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, '');
  assert.equal(head.headers['cache-control'], unchanging);
});

const nothingThere = [
  '/releases/',
  '/releases/shell',
  '/releases/shell/1.0.0',
  '/releases/shell/1.0.0/',
  '/releases/shell/1.0.0/missing.js',
  '/releases/shell/9.9.9/main.js',
  '/releases/shell/1.0.0/.secret',
  '/releases/log/marketing/0000000001.json',
  '/releases/pages/marketing/1.0.0/marketing-1.0.0.json',
  '/releases/shell/1.0.0/main.js/',
  '/releases/shell/1.0.0/%00main.js',
  '/releases/shell/1.0.0/..%2f1.0.0/main.js',
  '/releases/..%2f..%2f..%2fetc%2fpasswd',
  '/releases/%2Fetc%2Fpasswd',
  '/releases/..%5c..%5cetc/passwd',
];

for (const url of nothingThere) {
  test(`${url} gets a short 404 that no cache keeps`, async () => {
    const response = await get(url);
    assert.equal(response.statusCode, 404);
    assert.equal(response.body, 'Not found\n');
    assert.equal(response.headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(response.headers['cache-control'], 'private, no-store');
  });
}

test('Unresolved dots, which no browser sends, lead out of no folder', async (context) => {
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const paths = [
    '/releases/../../../etc/passwd',
    '/releases/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/releases/shell/../../package.json',
    '/../etc/passwd',
  ];
  for (const path of paths) {
    const lines = [`GET ${path} HTTP/1.1`, 'Host: kargo', 'Connection: close', '', ''];
    const response = await received(await openSocket(context, address, lines));
    assert.match(response, /^HTTP\/1\.1 404 /);
    assert.doesNotMatch(response, /root:|"name"/);
  }
});

test('A request for more last bytes than a file has gets the whole file', async () => {
  const size = Buffer.byteLength(fixtureScript);
  const ask = (range: string) => get(script, { range });
  for (const range of ['bytes=-999999', `bytes=-${size + 1}`, `bytes=-${size}`]) {
    const response = await ask(range);
    assert.equal(response.statusCode, 206, range);
    assert.equal(response.headers['content-range'], `bytes 0-${size - 1}/${size}`);
    assert.equal(response.body, fixtureScript);
  }
  assert.equal((await ask('bytes=-4')).body, fixtureScript.slice(-4));
  assert.equal((await ask('bytes=-0')).statusCode, 416);
});

test('A range in another unit than bytes is ignored', async () => {
  const response = await get(script, { range: 'items=0-5' });
  assert.equal(response.statusCode, 200);
  assert.equal(response.body, fixtureScript);
});

test('A range outside the file is refused, and no cache keeps the refusal', async () => {
  const headers = { range: 'bytes=999999-', 'accept-encoding': 'br' };
  const response = await get(script, headers);
  assert.equal(response.statusCode, 416);
  assert.equal(response.headers['content-encoding'], undefined);
  assert.equal(response.headers['cache-control'], 'private, no-store');
});

test('A file that was tampered with is not sent, and the log names it and its release', async (context) => {
  const { folder } = await fixtureSite(context);
  const { get, log } = await gateway(context, folder);
  await appendFile(join(folder, 'shell/1.0.0/main.js.br'), ' ');
  await appendFile(join(folder, 'shell/1.0.0/public/humans.txt'), ' ');
  for (const url of [script, '/humans.txt']) {
    const response = await get(url, { 'accept-encoding': 'br' });
    assert.equal(response.statusCode, 502);
    assert.equal(
      response.body,
      `This file is damaged.\nReference: ${response.headers['x-request-id']}\n`,
    );
    assert.equal(response.headers['cache-control'], 'private, no-store');
  }
  const logged = log.map((line) => JSON.parse(line)).filter(({ file }) => file);
  assert.deepEqual(
    logged.map(({ file, release }) => [file, release]),
    [
      ['main.js.br', 'shell 1.0.0'],
      ['public/humans.txt', 'shell 1.0.0'],
    ],
  );
});

test('Releases answer GET and HEAD only', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const response = await app.inject({ method, url: script });
    assert.equal(response.statusCode, 404, method);
    assert.equal(response.headers['cache-control'], 'private, no-store');
  }
});

test('The versions that pages may run are listed, and each describes itself', async (context) => {
  const site = await fixtureSite(context);
  await site.writeRemote('marketing', '1.1.0', { calls: { 'GET /ip': {} } });
  await site.writeRemote('marketing', '1.2.0');
  await site.writeRemote('marketing', '0.9.0');
  const long = { at: '2026-01-01T00:00:00Z' };
  const earlier = ['1.0.0', '0.9.0'].map((version) => ({ version, ...long, withdrawn: 'throws' }));
  await site.serve({ shell: '1.0.0', marketing: ['1.1.0', ...earlier] });
  const next = { ...(await site.recorded('marketing', '1.2.0')), percent: 5 };
  await site.change('marketing', { next });
  const { get } = await gateway(context, site.folder);

  const response = await get('/releases/in-use.json');
  assert.equal(response.headers['cache-control'], 'private, no-store');
  assert.deepEqual(response.json(), { shell: ['1.0.0'], marketing: ['1.1.0', '1.2.0', '1.0.0'] });
  const described = await get('/releases/marketing/1.1.0/release.json');
  assert.deepEqual(described.json().calls, { 'GET /ip': {} });
});

test('The list of releases is revalidated, not kept', async () => {
  const response = await get('/releases/release-map.json');
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers['cache-control'], 'private, no-cache');
  assert.equal(response.headers['access-control-allow-origin'], '*');
  assert.deepEqual(response.json().marketing, [
    {
      url: '/releases/marketing/1.0.0/remoteEntry.js',
      version: '1.0.0',
      integrity: `sha384-${createHash('sha384').update(fixtureScript).digest('base64')}`,
      titles: { Home: fixtureTexts.title },
    },
  ]);
  const again = await get('/releases/release-map.json', {
    'if-none-match': String(response.headers.etag),
  });
  assert.equal(again.statusCode, 304);
});
