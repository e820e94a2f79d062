import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { gatewayHeader } from '@kargo/shared-types/api/gateway-header';
import { buildApp } from '../app.ts';
import type { Env } from '../env.ts';
import { callsOf } from '../testing/calls-of.ts';
import { startTestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
after(() => api.stop());

test('a caller gets its own address, also through the gateway', async () => {
  const direct = await api.get('/ip', { remoteAddress: '203.0.113.9' });
  assert.deepEqual(direct.json(), { ip: '203.0.113.9' });
  const headers = { 'x-forwarded-for': '198.51.100.66, 203.0.113.9' };
  const proxied = await api.get('/ip', { headers });
  assert.deepEqual(proxied.json(), { ip: '203.0.113.9' });
  const spoofed = await api.get('/ip', { headers, remoteAddress: '198.51.100.1' });
  assert.deepEqual(spoofed.json(), { ip: '198.51.100.1' });
});

for (const [header, ip] of [
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['198.51.100.66, 203.0.113.7:80', '203.0.113.7'],
  ['unknown', '127.0.0.1'],
  ['198.51.100.66, unknown', '127.0.0.1'],
] as const) {
  test(`a proxy that writes "${header}" means ${ip}`, async () => {
    const headers = { 'x-forwarded-for': header };
    assert.equal((await api.get('/ip', { headers })).json().ip, ip);
  });
}

test('a port behind the address is no way around the limits of logins and clicks', async (t) => {
  const env = { ...api.env, LOGIN_LIMIT_PER_ADDRESS: 2 };
  const strict = await buildApp({ ...api, db: api.apiDb, env, stripe: undefined });
  t.after(() => strict.close());
  const from = (url: string, address: string) =>
    strict.inject({
      method: url.endsWith('login') ? 'POST' : 'GET',
      url,
      headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
      ...(url.endsWith('login') && { payload: '{}' }),
    });
  const statuses = async (url: string, count: number, address: (count: number) => string) => {
    const responses = Array.from({ length: count }, (_, index) => from(url, address(index)));
    return (await Promise.all(responses)).map(({ statusCode }) => statusCode).sort();
  };
  const v4 = await statuses('/api/v1/login', 3, (count) => `203.0.113.7:${count + 1024}`);
  assert.deepEqual(v4, [400, 400, 429]);
  const v6 = await statuses('/api/v1/login', 3, (count) => `[2001:db8::${count}]:${count + 1}`);
  assert.deepEqual(v6, [400, 400, 429]);
  const clicks = await statuses('/api/v1/payout-links/x', 21, (count) => `198.51.100.7:${count}`);
  assert.equal(clicks.at(-1), 429);
});

test('with a shared secret, forwarded addresses and request ids are believed from the gateway alone', async (t) => {
  const secret = 's'.repeat(32);
  const app = await buildApp({
    ...api,
    env: { ...api.env, GATEWAY_SECRET: secret },
    stripe: undefined,
  });
  t.after(() => app.close());
  const believed = async (sent: string) => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'of-gateway' };
    const headers = { ...forwarded, [gatewayHeader]: sent };
    const response = await app.inject({ url: '/api/v1/ip', headers });
    return [response.json().ip, response.headers['x-request-id']];
  };
  assert.deepEqual(await believed(secret), ['203.0.113.9', 'of-gateway']);
  for (const sent of ['t'.repeat(32), '']) {
    const [ip, id] = await believed(sent);
    assert.equal(ip, '127.0.0.1');
    assert.match(id, /^[\da-f-]{36}$/);
  }
});

test('production without a shared secret believes nobody', async (t) => {
  const app = await buildApp({
    ...api,
    env: { ...api.env, NODE_ENV: 'production' },
    stripe: undefined,
  });
  t.after(() => app.close());
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'mine' };
  const response = await app.inject({ url: '/api/v1/ip', headers });
  assert.equal(response.json().ip, '127.0.0.1');
  assert.match(String(response.headers['x-request-id']), /^[\da-f-]{36}$/);
});

const logIn = (payload: object, remoteAddress = '127.0.0.1') =>
  api.post('/login', payload, { remoteAddress });

/** Calls of another API on the same database. */
async function strictApi(t: TestContext, limits: Partial<Env>) {
  const env = { ...api.env, ...limits };
  const app = await buildApp({ ...api, db: api.apiDb, env, stripe: undefined });
  t.after(() => app.close());
  return callsOf(app);
}

test('the eleventh login to one account in five minutes is refused, from any address', async () => {
  const driver = await api.addDriver();
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const login = await logIn(api.loginBody(driver), `198.51.100.${attempt}`);
    assert.equal(login.statusCode, 200);
  }
  const email = driver.email.toUpperCase();
  const login = await logIn(api.loginBody(driver, { email }), '198.51.100.11');
  assert.equal(login.statusCode, 429);
  assert.equal(login.json().code, 'rate_limited');
  const retryAfter = Number(login.headers['retry-after']);
  assert.ok(retryAfter > 290 && retryAfter <= 300, `Retry-After: ${retryAfter}`);

  const another = await logIn(api.loginBody(await api.addDriver()));
  assert.equal(another.statusCode, 200);
});

test('logins without a valid proof lock nobody out', async () => {
  const [ada, ben] = [await api.addDriver(), await api.addDriver()];
  const { firebase_token: tokenOfBen } = api.loginBody(ben);
  for (let attempt = 1; attempt <= 11; attempt += 1) {
    for (const firebase_token of ['forged', tokenOfBen]) {
      const login = await logIn(api.loginBody(ada, { firebase_token }), `192.0.2.${attempt}`);
      assert.equal(login.json().code, 'identity_token_invalid');
    }
  }
  assert.equal((await logIn(api.loginBody(ada))).statusCode, 200);
  assert.equal((await logIn(api.loginBody(ben))).statusCode, 200);
});

test('reports of password changes from one address are limited, from any driver', async (t) => {
  const { reportPassword } = await strictApi(t, { LOGIN_LIMIT_PER_ADDRESS: 3 });
  for (const expected of [403, 403, 403, 429]) {
    const { headers } = await api.addSignedInDriver();
    assert.equal((await reportPassword('forged', headers)).statusCode, expected);
  }
});

test('logins from one address are limited, whatever they contain, and one IPv6 subnet is one address', async (t) => {
  const limits = { LOGIN_LIMIT_PER_ADDRESS: 3, LOGIN_LIMIT_WINDOW_SECONDS: 60 };
  const { post } = await strictApi(t, limits);
  const logIn = (remoteAddress: string) => post('/login', {}, { remoteAddress });

  for (const host of ['1', '2', '3']) {
    assert.equal((await logIn(`2001:db8:9::${host}`)).statusCode, 400);
  }
  const refused = await logIn('2001:db8:9::4');
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.json().code, 'rate_limited');
  assert.ok(Number(refused.headers['retry-after']) <= 60);
  assert.equal((await logIn('2001:db8:9:1::4')).statusCode, 400);
});
