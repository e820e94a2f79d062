import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gatewayHeader } from '@kargo/shared-types/api/gateway-header';
import { buildApp } from '../app.ts';
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
  const strict = await startTestApi({ LOGIN_LIMIT_PER_ADDRESS: 2 });
  t.after(() => strict.stop());
  const from = (url: string, address: string) =>
    strict.app.inject({
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
