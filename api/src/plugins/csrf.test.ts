import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import { buildApp } from '../app.ts';
import { startTestApi } from '../testing/start-test-api.ts';
import { csrf } from './csrf.ts';
import { errorResponses } from './error-responses.ts';

const cookie = 'theme=light; XSRF-TOKEN=abc%2F123';
const noCookie = 'theme=light; XSRF-TOKEN=';
const right = { 'x-xsrf-token': 'abc/123' };
const ofSite = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
const ofOtherSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

/** State-changing calls that are refused, by their headers. Other calls never are. */
const table: [headers: Record<string, string>, outcome: 'passed' | 'refused'][] = [
  // Programs
  [{}, 'passed'],
  [{ cookie: noCookie }, 'passed'],
  [{ ...right }, 'passed'],
  [{ 'sec-fetch-mode': 'cors' }, 'passed'],
  // Anybody with the cookie
  [{ cookie, ...right }, 'passed'],
  [{ cookie }, 'refused'],
  [{ cookie, 'x-xsrf-token': '' }, 'refused'],
  [{ cookie, 'x-xsrf-token': 'other' }, 'refused'],
  [{ cookie, 'x-xsrf-token': 'abc%2F123' }, 'refused'],
  // A site of the parent domain has a cookie of the same name
  [{ cookie: 'XSRF-TOKEN=foreign; XSRF-TOKEN=own', 'x-xsrf-token': 'own' }, 'passed'],
  [{ cookie: 'XSRF-TOKEN=own; XSRF-TOKEN=foreign', 'x-xsrf-token': 'own' }, 'passed'],
  [{ cookie: 'XSRF-TOKEN=; XSRF-TOKEN=own', 'x-xsrf-token': 'own' }, 'passed'],
  [{ cookie: 'XSRF-TOKEN="foreign"', 'x-xsrf-token': '"foreign"' }, 'passed'],
  [{ cookie: 'XSRF-TOKEN=foreign; XSRF-TOKEN=own', 'x-xsrf-token': 'other' }, 'refused'],
  // Pages of the site
  [{ ...ofSite, cookie, ...right }, 'passed'],
  [{ ...ofSite, cookie }, 'refused'],
  [{ ...ofSite }, 'refused'],
  [{ ...ofSite, ...right }, 'refused'],
  [{ ...ofSite, cookie: noCookie, 'x-xsrf-token': '' }, 'refused'],
  // Other pages, and browsers that send one of the two headers
  [{ ...ofOtherSite }, 'refused'],
  [{ ...ofOtherSite, ...right }, 'refused'],
  [{ ...ofOtherSite, cookie }, 'refused'],
  [{ origin: ofSite.origin }, 'refused'],
  [{ origin: ofOtherSite.origin }, 'refused'],
  [{ origin: 'null' }, 'refused'],
  [{ origin: '' }, 'refused'],
  [{ 'sec-fetch-site': 'same-origin' }, 'refused'],
  [{ 'sec-fetch-site': 'same-site' }, 'refused'],
  [{ 'sec-fetch-site': 'cross-site' }, 'refused'],
  // Without a page: a reload after a form, or an extension
  [{ 'sec-fetch-site': 'none' }, 'refused'],
  [{ 'sec-fetch-site': 'none', cookie, ...right }, 'passed'],
];

const reading = ['GET', 'HEAD', 'OPTIONS'] as const;
const changing = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

const api = await startTestApi();
after(() => api.stop());

test('a state-changing call is accepted or refused by its headers', async (t) => {
  const app = Fastify();
  t.after(() => app.close());
  await app.register(errorResponses);
  await app.register(csrf, { ...api, db: api.apiDb });
  app.all('/', async () => 'passed');
  for (const [headers, outcome] of table) {
    const shown = JSON.stringify(headers);
    for (const method of reading) {
      const { statusCode } = await app.inject({ method, url: '/', headers });
      assert.equal(statusCode, 200, `${method} ${shown}`);
    }
    for (const method of changing) {
      const { statusCode, body } = await app.inject({ method, url: '/', headers });
      const isPassed = outcome === 'passed';
      assert.equal(statusCode, isPassed ? 200 : 403, `${method} ${shown}`);
      assert.match(body, isPassed ? /^passed$/ : /"csrf_token_invalid"/);
    }
  }
});

test('every state-changing call is covered', async () => {
  const { paths } = (await api.app.inject({ url: '/api/docs/json' })).json();
  const isRead = (method: string) => method === 'get' || method === 'head';
  const calls = Object.entries<object>(paths).flatMap(([url, operations]) =>
    Object.keys(operations)
      .filter((method) => !isRead(method))
      .map((method) => `${method} ${url}`),
  );
  assert.deepEqual(calls.sort(), [
    'post /api/v1/driver/password-changed',
    'post /api/v1/driver/profile/update',
    'post /api/v1/driver/verify-magic-token',
    'post /api/v1/insert-payout-details',
    'post /api/v1/login',
    'post /api/v1/logout',
  ]);
  const { headers } = await api.addSignedInDriver();
  for (const call of calls) {
    const url = call.replace('post ', '');
    const refusal = await api.app.inject({
      method: 'POST',
      url,
      headers: { ...headers, ...ofSite },
    });
    assert.equal(refusal.statusCode, 403, call);
    assert.equal(refusal.json().code, 'csrf_token_invalid', call);
  }
});

test('a caller gets a new cookie, which nobody caches', async () => {
  const first = await api.get('/xsrf');
  const second = await api.get('/xsrf');
  assert.equal(first.statusCode, 204);
  assert.equal(first.headers['cache-control'], 'private, no-store');
  assert.match(
    String(first.headers['set-cookie']),
    /^XSRF-TOKEN=kargo-[\w-]{43}; Path=\/; SameSite=Lax$/,
  );
  assert.notEqual(first.headers['set-cookie'], second.headers['set-cookie']);
});

test('a caller who has a valid cookie keeps it', async () => {
  const valid = `XSRF-TOKEN=kargo-${'a'.repeat(43)}`;
  // Tokens of many frameworks look like this.
  const foreign = `XSRF-TOKEN=${'a'.repeat(43)}`;
  for (const cookie of [
    valid,
    `theme=light; ${valid}`,
    `${valid}; theme=light`,
    `${foreign}; ${valid}`,
    `${valid}; ${foreign}`,
  ]) {
    const response = await api.get('/xsrf', { headers: { cookie } });
    assert.equal(response.statusCode, 204);
    assert.equal(response.headers['set-cookie'], undefined, cookie);
  }
  for (const cookie of ['XSRF-TOKEN=', 'XSRF-TOKEN=a', `NOT-${valid}`, `theme=${valid}`, foreign]) {
    const response = await api.get('/xsrf', { headers: { cookie } });
    assert.ok(response.headers['set-cookie'], cookie);
  }
});

test('with the cookie in the header a page may log out', async () => {
  const { headers } = await api.addSignedInDriver();
  const [{ name, value } = assert.fail()] = (await api.get('/xsrf')).cookies;
  const ofPage = { origin: api.env.SITE_URL, cookie: `${name}=${value}`, 'x-xsrf-token': value };
  assert.equal((await api.logOut({ ...headers, ...ofPage })).statusCode, 204);
});

test('on https the cookie is for https only', async (t) => {
  const env = { ...api.env, SITE_URL: 'https://kargo.example' };
  const secure = await buildApp({ ...api, env, db: api.apiDb, stripe: undefined });
  t.after(() => secure.close());
  const { headers } = await secure.inject({ url: '/api/v1/xsrf' });
  assert.match(String(headers['set-cookie']), /; Secure; SameSite=Lax$/);
});
