import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { readEnv } from '../env.ts';
import { rest } from '../limits.ts';
import { fixtureSite, onHttps } from '../testing/fixture-releases.ts';
import { gateway } from '../testing/gateway.ts';
import { openSocket, received } from '../testing/open-socket.ts';
import { listeningGateway, siteWithApi } from '../testing/site-with-api.ts';
import { headersBySent } from './security-headers.ts';

test('The policy of a site on one origin allows nothing but itself', () => {
  assert.deepEqual(policy({}), {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    'connect-src': "'self'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'media-src': "'self'",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'kargo-release',
  });
});

test('Pages may call the services that are configured, by origin', () => {
  const { 'connect-src': connect, 'img-src': images } = policy({
    API_BASE: 'https://api.kargo.example/v1',
    IP_LOOKUP_URL: 'https://ip.example/json?format=json',
  });
  assert.equal(connect, "'self' https://api.kargo.example https://ip.example");
  assert.equal(images, "'self' data: blob: https://api.kargo.example");
});

test('With Firebase configured, pages may call it, or only its emulator', () => {
  const firebase = { FIREBASE_API_KEY: 'key', FIREBASE_PROJECT_ID: 'kargo' };
  assert.equal(
    policy(firebase)['connect-src'],
    "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
  );
  const emulated = { ...firebase, FIREBASE_AUTH_EMULATOR_URL: 'http://127.0.0.1:9099' };
  assert.equal(policy(emulated)['connect-src'], "'self' http://127.0.0.1:9099");
});

test('Only in development may pages use the development servers', () => {
  const {
    'script-src': scripts,
    'style-src': styles,
    'connect-src': connect,
  } = policy({ KARGO_DEV_APPS: 'profile=http://localhost:3103' });
  assert.equal(scripts, "'self' http://localhost:3103");
  assert.equal(styles, "'self' 'unsafe-inline' http://localhost:3103");
  assert.equal(connect, "'self' http://localhost:3103 ws://localhost:3103");
});

test('Pages carry them, and the other protections', async (context) => {
  const { folder } = await fixtureSite(context);
  const { get } = await gateway(context, folder);
  const { headers } = await get('/nowhere');
  assert.deepEqual({ ...headers, ...headersOf({}) }, headers);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['x-frame-options'], 'DENY');
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
  assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin');
  assert.match(String(headers['permissions-policy']), /camera=\(\).*geolocation=\(\).*usb=\(\)/);
  assert.equal(headers['strict-transport-security'], undefined);
});

test("The gateway's own errors may not load anything, run scripts, or be framed", async (context) => {
  const { folder } = await fixtureSite(context);
  const { get } = await gateway(context, folder, { API_URL: 'http://127.0.0.1:1' });
  for (const [url, status] of [
    ['/%zz', 400],
    ['/api/v1/verify', 503],
  ] as const) {
    const { statusCode, headers } = await get(url);
    assert.equal(statusCode, status);
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
    );
  }
});

test('A site on https requires https from then on', () => {
  const https = onHttps('releases');
  const headers = headersOf(https);
  assert.equal(headers['strict-transport-security'], 'max-age=31536000');
  assert.equal(policy(https)['upgrade-insecure-requests'], '');
  const all = headersOf({ ...https, HSTS_INCLUDE_SUBDOMAINS: 'true' });
  assert.equal(all['strict-transport-security'], 'max-age=31536000; includeSubDomains');
});

const headersOf = (variables: Record<string, string>) => headersBySent(readEnv(variables)).pages;

function policy(variables: Record<string, string>): Record<string, string> {
  const header = headersOf(variables)['content-security-policy'] ?? '';
  return Object.fromEntries(
    header.split(';').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

test('A fragment is ignored, whatever its content', async (context) => {
  const lines: string[] = [];
  const site = await siteWithApi(
    context,
    (_request, response) => response.end(),
    { LOG_LEVEL: 'warn' },
    lines,
  );
  for (const target of ['/#%ff', '/#', '/?a=1#%ff', '/robots.txt#x', '/releases/#%ff/../x']) {
    const response = await ask(context, site, target);
    assert.match(
      response,
      target.startsWith('/releases') ? /^HTTP\/1\.1 404 / : /^HTTP\/1\.1 200 /,
    );
  }
  assert.match(await ask(context, site, '/%ff#x'), /^HTTP\/1\.1 400 /);
  assert.doesNotMatch(lines.join(''), /"level":50|stack/);
});

test('An address may be given with its scheme and host', async (context) => {
  const { promise: asked, resolve } = Promise.withResolvers<IncomingMessage>();
  const site = await siteWithApi(context, (request, response) => {
    resolve(request);
    response.end();
  });
  for (const target of ['http://kargo.example/', 'HTTPS://kargo.example', 'http://a?b=c']) {
    assert.match(
      await ask(context, site, target),
      /^HTTP\/1\.1 200 [\s\S]*<!doctype html>/,
      target,
    );
  }
  assert.match(await ask(context, site, 'http://a/FAQs'), /rel="canonical" href="[^"]*\/FAQs"/);
  assert.match(await ask(context, site, 'http://kargo.example/api/v1/x?y=http://z/'), / 200 /);
  const { url, headers } = await asked;
  assert.equal(url, '/api/v1/x?y=http://z/');
  assert.equal(headers['x-forwarded-host'], 'kargo.example');
});

test('An address with its scheme, but without a host, is refused', async (context) => {
  const site = await siteWithApi(context, (_request, response) => response.end());
  for (const target of ['http://', 'http:///', 'http:/x', 'http://a@b/', 'ftp://a/'])
    assert.match(await ask(context, site, target), /^HTTP\/1\.1 4\d\d /, target);
});

/** Returns the whole response to a request for `target`, which is sent as it is. */
async function ask(context: TestContext, site: string, target: string): Promise<string> {
  const lines = [`GET ${target} HTTP/1.1`, 'Host: other', 'Connection: close', '', ''];
  return text(await openSocket(context, site, lines));
}

const ofBrowser = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8';
const ofCall = 'Accept: application/json, text/plain, */*';
const cookies = (bytes: number) => `Cookie: a=${'x'.repeat(bytes)}`;

const requests: [what: string, lines: string[], status: number, page?: RegExp][] = [
  [
    'More cookies than Node reads',
    ['GET /login HTTP/1.1', 'Host: a', ofBrowser, cookies(17_000), '', ''],
    431,
    /Delete the cookies of this site/,
  ],
  [
    'Many times as many cookies, which still arrive after the response',
    ['GET /login HTTP/1.1', 'Host: a', ofBrowser, cookies(2_000_000), '', ''],
    431,
    /Delete the cookies of this site/,
  ],
  [
    'An address that is far too long',
    [`GET /login?${'x'.repeat(20_000)} HTTP/1.1`, 'Host: a', ofBrowser, '', ''],
    431,
    /Delete the cookies of this site/,
  ],
  [
    'A cookie that is not text',
    ['GET /login HTTP/1.1', 'Host: a', ofBrowser, 'Cookie: a=\u0001', '', ''],
    400,
    /Delete the cookies of this site/,
  ],
  ['A call', ['GET /api/v1/ip HTTP/1.1', 'Host: a', ofCall, cookies(17_000), '', ''], 431],
  [
    'A call with a cookie that is not text',
    ['GET / HTTP/1.1', ofCall, 'Cookie: \u0001', '', ''],
    400,
  ],
];

const shared = await listeningGateway(test);

for (const [what, lines, status, page] of requests) {
  test(`${what}: ${status} with ${page ? 'a page' : 'JSON'}`, async (context) => {
    const started = performance.now();
    const response = await received(await openSocket(context, shared, lines));
    const [head = '', body = ''] = response.split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const header of [
      /^content-security-policy: default-src 'none'/im,
      /^x-content-type-options: nosniff/im,
      /^cache-control: private, no-store/im,
      /^connection: close/im,
    ])
      assert.match(head, header);
    assert.doesNotMatch(head, /clear-site-data/i);
    const [, length] = /^content-length: (\d+)/im.exec(head) ?? [];
    assert.equal(Number(length), Buffer.byteLength(body));
    if (page) assert.match(body, page);
    else assert.deepEqual(Object.keys(JSON.parse(body)), ['code', 'message']);
    assert.ok(performance.now() - started < rest.milliseconds + 6000);
  });
}
