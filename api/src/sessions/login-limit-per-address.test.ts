import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApi } from '../testing/start-test-api.ts';

test('reports of password changes from one address are limited, whoever sends them', async (t) => {
  const api = await startTestApi({ LOGIN_LIMIT_PER_ADDRESS: 3 });
  t.after(() => api.stop());
  for (const expected of [403, 403, 403, 429]) {
    const told = await api.app.inject({
      method: 'POST',
      url: '/api/v1/driver/password-changed',
      payload: { firebase_token: 'forged' },
      headers: (await api.addSignedInDriver()).headers,
    });
    assert.equal(told.statusCode, expected);
  }
});

test('logins from one address are limited, whatever they say, and one IPv6 subnet is one address', async (t) => {
  const api = await startTestApi({ LOGIN_LIMIT_PER_ADDRESS: 3, LOGIN_LIMIT_WINDOW_SECONDS: 60 });
  t.after(() => api.stop());
  const logIn = (remoteAddress: string) =>
    api.app.inject({ method: 'POST', url: '/api/v1/login', payload: {}, remoteAddress });

  for (const host of ['1', '2', '3']) {
    assert.equal((await logIn(`2001:db8::${host}`)).statusCode, 400);
  }
  const refused = await logIn('2001:db8::4');
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.json().code, 'rate_limited');
  assert.ok(Number(refused.headers['retry-after']) <= 60);
  assert.equal((await logIn('2001:db8:0:1::4')).statusCode, 400);
});
