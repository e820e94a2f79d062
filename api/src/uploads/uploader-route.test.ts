import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
after(() => api.stop());

test('two sessions of a driver are known as the same driver', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  const first = await api.app.inject({ url: '/uploader', headers });
  assert.deepEqual(first.json(), { driver: driver.id });
  const login = await api.app.inject({
    method: 'POST',
    url: '/api/v1/login',
    payload: api.loginBody(driver),
  });
  const authorization = `Bearer ${login.json().access_token}`;
  const second = await api.app.inject({ url: '/uploader', headers: { authorization } });
  assert.deepEqual(second.json(), first.json());
});

test('no token, a wrong one, or one from before logging out identifies nobody', async () => {
  const { headers } = await api.addSignedInDriver();
  await api.app.inject({ method: 'POST', url: '/api/v1/logout', headers });
  for (const given of [{}, { authorization: 'Bearer wrong' }, headers]) {
    const response = await api.app.inject({ url: '/uploader', headers: given });
    assert.equal(response.statusCode, 401);
    assert.equal(response.json().code, 'unauthorized');
  }
});
