import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { statusOfError } from '@kargo/shared-types/api/error';
import { apiDocument } from './api-document.ts';
import { buildApp } from './app.ts';
import { bearer } from './testing/calls-of.ts';
import { portOf } from './testing/port-of.ts';
import { startTestApi } from './testing/start-test-api.ts';

const api = await startTestApi();
after(() => api.stop());

const login = { method: 'POST', url: '/api/v1/login' } as const;
const json = { 'content-type': 'application/json' };

for (const [name, request, status, code] of [
  ['an unknown address', { url: '/api/v1/nothing' }, 404, 'not_found'],
  [
    'a known address with another method',
    { method: 'PUT', url: '/api/v1/login' },
    404,
    'not_found',
  ],
  ['an address outside of the API', { url: '/' }, 404, 'not_found'],
  ['an address that cannot be decoded', { url: '/api/v1/%zz' }, 400, 'malformed_body'],
  [
    'JSON that is cut off',
    { ...login, headers: json, payload: '{"email":' },
    400,
    'malformed_body',
  ],
  ['no JSON at all', { ...login, headers: json, payload: '' }, 400, 'malformed_body'],
  [
    'a list in place of an object',
    { ...login, headers: json, payload: '[]' },
    400,
    'validation_failed',
  ],
  [
    'null in place of an object',
    { ...login, headers: json, payload: 'null' },
    400,
    'validation_failed',
  ],
  [
    'a poisoned prototype',
    { ...login, headers: json, payload: '{"__proto__":{"a":1}}' },
    400,
    'malformed_body',
  ],
  [
    'another content type',
    { ...login, headers: { 'content-type': 'text/plain' }, payload: 'hello' },
    415,
    'unsupported_media_type',
  ],
  [
    'XML',
    { ...login, headers: { 'content-type': 'application/xml' }, payload: '<a/>' },
    415,
    'unsupported_media_type',
  ],
  [
    'a body of more than 64 KB',
    { ...login, headers: json, payload: JSON.stringify({ email: 'x'.repeat(65_536) }) },
    413,
    'payload_too_large',
  ],
] as const) {
  test(`${name} is answered ${status} ${code}`, async () => {
    const response = await api.app.inject(request);
    assert.equal(response.statusCode, status, response.body);
    assert.deepEqual(Object.keys(response.json()), ['code', 'message']);
    assert.equal(response.json().code, code);
  });
}

await api.app.listen({ host: '127.0.0.1', port: 0 });
const withHeader = (bytes: number) =>
  `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: ${'x'.repeat(bytes)}\r\n\r\n`;
for (const [name, request, answer] of [
  ['bytes that are not HTTP', 'hello\r\n\r\n', /^HTTP\/1\.1 400 .*"code":"malformed_body"/s],
  ['headers of 40 kB', withHeader(40_000), /^HTTP\/1\.1 431 .*"code":"payload_too_large"/s],
  ['all headers that the gateway passes on', withHeader(17_000), /^HTTP\/1\.1 404 /],
] as const) {
  test(`${name} get a response of the contract`, async () => {
    const socket = connect(portOf(api.app.server), '127.0.0.1');
    socket.write(request);
    const response = await text(socket);
    assert.match(response, answer);
    assert.match(response, /\{"code":"\w+","message":"[^"]+"\}$/);
  });
}

test('the request id of the gateway is used, and an invalid one is replaced', async () => {
  const idFor = async (id: string) =>
    (await api.app.inject({ url: '/healthz', headers: { 'x-request-id': id } })).headers[
      'x-request-id'
    ];
  assert.equal(await idFor('gateway-0.1_a'), 'gateway-0.1_a');
  assert.match(String(await idFor('x'.repeat(65))), /^[\da-f-]{36}$/);
  assert.match(String(await idFor('{"level":60}')), /^[\da-f-]{36}$/);
});

test('a compressed body is refused', async () => {
  for (const encoding of ['gzip', 'br', 'deflate, gzip']) {
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/v1/login',
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      payload: gzipSync('{}'),
    });
    assert.equal(response.statusCode, 415);
    assert.equal(response.json().code, 'unsupported_media_type');
    assert.equal(response.headers['accept-encoding'], 'identity');
  }
});

test('a connection is kept open for the configured time, or a thousand requests', async (t) => {
  const app = await buildApp({
    ...api,
    db: api.apiDb,
    env: { ...api.env, KEEP_ALIVE_SECONDS: 620 },
    stripe: undefined,
  });
  t.after(() => app.close());
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const { headers } = await fetch(`${origin}/healthz`);
  assert.equal(headers.get('keep-alive'), 'timeout=620, max=1000');
});

test('responses are not cached, sniffed, framed or shared with other origins', async () => {
  const { headers } = await api.app.inject({
    url: '/api/v1/ip',
    headers: { origin: 'https://evil.example' },
  });
  assert.equal(headers['cache-control'], 'private, no-store');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  const policy = String(headers['content-security-policy']);
  for (const name of ['default-src', 'object-src', 'base-uri', 'frame-ancestors']) {
    assert.ok(policy.includes(`${name} 'none'`), policy);
  }
  assert.equal(headers['access-control-allow-origin'], undefined);
  assert.equal(headers['x-powered-by'], undefined);
});

test('the documentation lists every call with its responses', async () => {
  const page = await api.app.inject({ url: '/api/docs' });
  assert.equal(page.statusCode, 200);
  assert.match(String(page.headers['content-type']), /html/);

  const document = (await api.app.inject({ url: '/api/docs/json' })).json();
  assert.deepEqual(Object.keys(document.paths).sort(), [
    '/api/v1/driver/password-changed',
    '/api/v1/driver/profile/update',
    '/api/v1/driver/verify-magic-token',
    '/api/v1/insert-payout-details',
    '/api/v1/ip',
    '/api/v1/login',
    '/api/v1/logout',
    '/api/v1/payout-links/{token}',
    '/api/v1/payout-links/{token}/return',
    '/api/v1/profile-images/{image}',
    '/api/v1/resend-onboarding-link/{token}/{mode}',
    '/api/v1/update-bank-details',
    '/api/v1/verify',
    '/api/v1/xsrf',
  ]);
  const { requestBody, responses } = document.paths['/api/v1/login'].post;
  assert.deepEqual(Object.keys(requestBody.content), ['application/json']);
  const refusal = responses['4XX'].content['application/json'].schema.properties;
  assert.deepEqual(refusal.code.enum, Object.keys(statusOfError));
  const form = document.paths['/api/v1/driver/profile/update'].post.requestBody.content;
  assert.equal(form['multipart/form-data'].schema.properties.image.format, 'binary');
});

test('the documentation page runs only its own scripts, and builds none from text', async () => {
  const page = await api.app.inject({ url: '/api/docs' });
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /require-trusted-types-for 'script'/);
  assert.match(policy, /object-src 'none'; base-uri 'none'/);
});

test('in production the API serves its schema, but no documentation page', async (t) => {
  const production = await buildApp({
    ...api,
    env: { ...api.env, NODE_ENV: 'production' },
    stripe: undefined,
  });
  t.after(() => production.close());
  for (const url of ['/api/docs', '/api/docs/json']) {
    assert.equal((await production.inject({ url })).statusCode, 404);
  }
  const schema = await production.inject({ url: '/api/v1/openapi.json' });
  assert.equal(schema.statusCode, 200);
  assert.deepEqual(schema.json(), (await api.app.inject({ url: '/api/docs/json' })).json());
});

test('the schema of the API can be made without its services', async () => {
  const { servers: _, ...served } = (await api.app.inject({ url: '/api/v1/openapi.json' })).json();
  const { servers: __, ...made } = JSON.parse(await apiDocument());
  assert.deepEqual(made, served);
});

test('once the shutdown has begun, every response closes its connection', async (t) => {
  const leaving = await buildApp({ ...api, db: api.apiDb, stripe: undefined }, AbortSignal.abort());
  t.after(() => leaving.close());
  const origin = await leaving.listen({ host: '127.0.0.1', port: 0 });
  for (const path of ['/healthz', '/api/v1/verify', '/api/v1/nothing', '/api/v1/%zz']) {
    const response = await fetch(origin + path);
    await response.text();
    assert.equal(response.headers.get('connection'), 'close', path);
  }
});

test('two sessions of a driver are known as the same driver', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  for (const session of [headers, await api.logIn(api.loginBody(driver))]) {
    const response = await api.app.inject({ url: '/uploader', headers: session });
    assert.deepEqual(response.json(), { driver: driver.id });
  }
});

test('no token, a wrong one, or one from before logging out identifies no driver', async () => {
  const { headers } = await api.addSignedInDriver();
  await api.logOut(headers);
  for (const given of [{}, bearer('wrong'), headers]) {
    const response = await api.app.inject({ url: '/uploader', headers: given });
    assert.equal(response.statusCode, 401);
    assert.equal(response.json().code, 'unauthorized');
  }
});
