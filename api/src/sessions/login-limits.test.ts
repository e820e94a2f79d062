import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
after(() => api.stop());

const logIn = (payload: object, remoteAddress = '127.0.0.1') =>
  api.post('/login', payload, { remoteAddress });

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
  const api = await startTestApi({ LOGIN_LIMIT_PER_ADDRESS: 3 });
  t.after(() => api.stop());
  for (const expected of [403, 403, 403, 429]) {
    const { headers } = await api.addSignedInDriver();
    assert.equal((await api.reportPassword('forged', headers)).statusCode, expected);
  }
});

test('logins from one address are limited, whatever they contain, and one IPv6 subnet is one address', async (t) => {
  const api = await startTestApi({ LOGIN_LIMIT_PER_ADDRESS: 3, LOGIN_LIMIT_WINDOW_SECONDS: 60 });
  t.after(() => api.stop());
  const logIn = (remoteAddress: string) => api.post('/login', {}, { remoteAddress });

  for (const host of ['1', '2', '3']) {
    assert.equal((await logIn(`2001:db8::${host}`)).statusCode, 400);
  }
  const refused = await logIn('2001:db8::4');
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.json().code, 'rate_limited');
  assert.ok(Number(refused.headers['retry-after']) <= 60);
  assert.equal((await logIn('2001:db8:0:1::4')).statusCode, 400);
});
