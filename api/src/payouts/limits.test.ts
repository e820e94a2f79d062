import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startPayoutApi } from '../testing/start-payout-api.ts';

const api = await startPayoutApi({
  limits: {
    PAYOUT_FORM_LIMIT_PER_DRIVER: 2,
    PAYOUT_MAIL_LIMIT_PER_ACCOUNT: 2,
    PAYOUT_MAIL_LIMIT_PER_ADDRESS: 6,
  },
});
after(() => api.stop());

test('the third mail in a quarter of an hour is refused, whether the token is known or not', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  const { stripe_error_token: token } = (await api.submit(headers)).json();
  for (const [candidate, status] of [
    [token, 204],
    ['x'.repeat(43), 404],
  ] as const) {
    assert.equal((await api.resend(candidate, 1, '198.51.100.1')).statusCode, status);
    assert.equal((await api.resend(candidate, 1, '198.51.100.2')).statusCode, status);
    const refused = await api.resend(candidate, 1, '198.51.100.3');
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.json().code, 'rate_limited');
    const retryAfter = Number(refused.headers['retry-after']);
    assert.ok(retryAfter > 890 && retryAfter <= 900, `Retry-After: ${retryAfter}`);
  }
  await api.linkMailedTo(driver.email, 2);
});

test('one address cannot ask for many tokens', async () => {
  const ask = (count: number) => api.resend(`token-${count}`, 1, '203.0.113.5');
  for (let count = 1; count <= 6; count += 1) assert.equal((await ask(count)).statusCode, 404);
  assert.equal((await ask(7)).statusCode, 429);
});

test('links to change bank details are limited for each driver', async () => {
  const done = { form_completed: true, onboarding_completed: true };
  const [ada, ben] = [await api.addSignedInDriver(done), await api.addSignedInDriver(done)];
  const ask = async ({ headers }: typeof ada) =>
    (await api.get('/update-bank-details', { headers })).statusCode;
  for (const status of [204, 204, 429]) assert.equal(await ask(ada), status);
  assert.equal(await ask(ben), 204);
});

test('the payout form can be sent a limited number of times', async () => {
  const { headers } = await api.addSignedInDriver();
  assert.equal((await api.submit(headers, { phone: '' })).statusCode, 400);
  assert.equal((await api.submit(headers, { phone: '' })).statusCode, 400);
  assert.equal((await api.submit(headers)).statusCode, 429);
  assert.equal((await api.submit({})).statusCode, 401);
});

test('a link can be followed a limited number of times, from any address', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  await api.submit(headers);
  const link = new URL(await api.linkMailedTo(driver.email)).pathname;
  const click = (remoteAddress: string, url = link) => api.app.inject({ url, remoteAddress });
  for (let count = 1; count <= 20; count += 1) {
    assert.equal((await click(`198.51.100.${count}`)).statusCode, 303);
  }
  assert.equal((await click('198.51.100.21')).statusCode, 429);

  // The way back from Stripe has its own limit.
  for (let count = 1; count <= 20; count += 1) {
    assert.equal((await click(`198.51.100.${count}`, `${link}/return`)).statusCode, 303);
  }
  assert.equal((await click('198.51.100.21', `${link}/return`)).statusCode, 429);
});

test('one address cannot try many links', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 121 }, async (_, count) => {
      const caller = { remoteAddress: '203.0.113.6' };
      return (await api.get(`/payout-links/${count}`, caller)).statusCode;
    }),
  );
  assert.equal(statuses.filter((status) => status === 429).length, 1);
});
