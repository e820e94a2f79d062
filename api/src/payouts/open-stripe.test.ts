import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { ApiError } from '../api-error.ts';
import { stripeKeys } from '../testing/start-stripe-stand-in.ts';
import { openStripe } from './open-stripe.ts';
import { toApiError } from './stripe-refusal.ts';

/** A Stripe that takes requests and answers none; the client's patience with it is short. */
async function openSilentStripe(t: TestContext) {
  const keys: unknown[] = [];
  const server = createServer((request) => {
    keys.push(request.headers['idempotency-key']);
    request.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const stripe = openStripe({ ...stripeKeys, STRIPE_API_BASE: `http://127.0.0.1:${port}` }, 1000);
  assert.ok(stripe);
  return { stripe, keys };
}

function isUnavailable(error: unknown) {
  const told = toApiError(error);
  return told instanceof ApiError && told.code === 'unavailable';
}

test('a Stripe that says nothing is asked twice, with one idempotency key, and not waited for', async (t) => {
  const { stripe, keys } = await openSilentStripe(t);
  const change = stripe.accounts.update('acct_1', { email: 'ada@kargo.example' });
  await assert.rejects(change, isUnavailable);
  assert.equal(keys.length, 2);
  assert.equal(new Set(keys).size, 1);
  assert.match(String(keys[0]), /^stripe-node-retry-/);
});

test('the idempotency key that a call brings is that of every attempt', async (t) => {
  const { stripe, keys } = await openSilentStripe(t);
  const idempotencyKey = crypto.randomUUID();
  const creation = stripe.accounts.create({ type: 'express' }, { idempotencyKey });
  await assert.rejects(creation, isUnavailable);
  assert.deepEqual(keys, [idempotencyKey, idempotencyKey]);
});

test('where no key is set there is no client', () => {
  assert.equal(openStripe({ STRIPE_SECRET_KEY: undefined, STRIPE_API_BASE: undefined }), undefined);
});
