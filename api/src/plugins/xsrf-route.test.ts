import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildApp } from '../app.ts';
import { startTestApi } from '../testing/start-test-api.ts';

const api = await startTestApi();
after(() => api.stop());

const url = '/api/v1/xsrf';

test('a caller gets a new cookie, which nobody caches', async () => {
  const first = await api.app.inject({ url });
  const second = await api.app.inject({ url });
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
  // Like those of many frameworks.
  const foreign = `XSRF-TOKEN=${'a'.repeat(43)}`;
  for (const cookie of [
    valid,
    `theme=light; ${valid}`,
    `${valid}; theme=light`,
    `${foreign}; ${valid}`,
    `${valid}; ${foreign}`,
  ]) {
    const response = await api.app.inject({ url, headers: { cookie } });
    assert.equal(response.statusCode, 204);
    assert.equal(response.headers['set-cookie'], undefined, cookie);
  }
  for (const cookie of ['XSRF-TOKEN=', 'XSRF-TOKEN=a', `NOT-${valid}`, `theme=${valid}`, foreign]) {
    const response = await api.app.inject({ url, headers: { cookie } });
    assert.ok(response.headers['set-cookie'], cookie);
  }
});

test('with the cookie in the header a page may log out', async () => {
  const { headers } = await api.addSignedInDriver();
  const [{ name, value } = assert.fail()] = (await api.app.inject({ url })).cookies;
  const ofPage = { origin: api.env.SITE_URL, cookie: `${name}=${value}`, 'x-xsrf-token': value };
  const logout = await api.app.inject({
    method: 'POST',
    url: '/api/v1/logout',
    headers: { ...headers, ...ofPage },
  });
  assert.equal(logout.statusCode, 204);
});

test('on https the cookie is for https only', async (t) => {
  const env = { ...api.env, SITE_URL: 'https://kargo.example' };
  const secure = await buildApp({ ...api, env, db: api.apiDb, stripe: undefined });
  t.after(() => secure.close());
  const { headers } = await secure.inject({ url });
  assert.match(String(headers['set-cookie']), /; Secure; SameSite=Lax$/);
});
