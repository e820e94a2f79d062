import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type TestContext, test } from 'node:test';
import { Stripe } from 'stripe';
import { ApiError } from '../api-error.ts';
import { portOf } from '../testing/port-of.ts';
import { stripeKeys } from '../testing/start-stripe-stand-in.ts';
import { openStripe } from './open-stripe.ts';
import { toApiError } from './stripe-refusal.ts';

const { StripeInvalidRequestError, StripeAPIError } = Stripe.errors;

const invalid = (param: string) =>
  toApiError(
    new StripeInvalidRequestError({ type: 'invalid_request_error', param, message: 'No.' }),
  );

test("Stripe's messages about the person concern the details", () => {
  const error = invalid('individual[dob][day]');
  assert.ok(error instanceof ApiError);
  assert.equal(error.code, 'payout_details_refused');
  assert.equal(error.message, 'Stripe did not accept these details: No.');
});

test("Stripe's messages about the file concern the document", () => {
  const error = invalid('file');
  assert.ok(error instanceof ApiError);
  assert.equal(error.code, 'document_unreadable');
  assert.equal(error.message, 'Stripe did not accept this document: No.');
});

test("errors that a driver cannot correct are not shown in Stripe's words", () => {
  for (const error of [
    invalid('capabilities'),
    toApiError(new StripeAPIError({ type: 'api_error', message: 'No.' })),
  ]) {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'unavailable');
    assert.doesNotMatch(error.message, /No\./);
  }
});

test("the log gives advice by Stripe's code, or else by the kind of request", () => {
  const advised = (code?: string, statusCode = 400) => {
    const raw = {
      type: 'invalid_request_error',
      message: 'No.',
      statusCode,
      ...(code && { code }),
    };
    const error = toApiError(new StripeInvalidRequestError(raw as never), 'Ask for approval.');
    assert.ok(error instanceof ApiError && error.cause instanceof Error);
    return error.cause.message;
  };
  assert.match(advised(), /, no code, .*\. Ask for approval\.$/);
  assert.match(
    advised('country_unsupported'),
    /country_unsupported, .*\. Allow accounts in the US/,
  );
  assert.match(advised('url_invalid'), /\. SITE_URL has to begin with https/);
  assert.match(advised('parameter_unknown'), /\. Stripe's dashboard has the reason/);
  assert.match(advised(undefined, 404), /request none$/);
});

/** A Stripe that does not respond unless `answer` is given, and a client with a short timeout. */
async function openSilentStripe(t: TestContext, answer?: RequestListener) {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    request.resume();
    answer?.(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = portOf(server);
  const env = { ...stripeKeys, STRIPE_API_BASE: `http://127.0.0.1:${port}` };
  const states: string[] = [];
  const onChange = (state: string) => states.push(state);
  const stripe = openStripe(env, { timeout: 1000, onChange });
  assert.ok(stripe);
  return { stripe, keys, states };
}

function isUnavailable(error: unknown) {
  const translated = toApiError(error);
  return translated instanceof ApiError && translated.code === 'unavailable';
}

test('a request to a Stripe that hangs is retried once, with the same idempotency key, and times out', async (t) => {
  const { stripe, keys } = await openSilentStripe(t);
  const change = stripe.accounts.update('acct_1', { email: 'ada@kargo.example' });
  await assert.rejects(change, isUnavailable);
  assert.equal(keys.length, 2);
  assert.equal(new Set(keys).size, 1);
  assert.match(String(keys[0]), /^stripe-node-retry-/);
});

test("every attempt of a call has the call's idempotency key", async (t) => {
  const { stripe, keys } = await openSilentStripe(t);
  const idempotencyKey = crypto.randomUUID();
  const creation = stripe.accounts.create({ type: 'express' }, { idempotencyKey });
  await assert.rejects(creation, isUnavailable);
  assert.deepEqual(keys, [idempotencyKey, idempotencyKey]);
});

for (const [what, answer] of [
  ['says nothing', undefined],
  [
    'stops in the middle of a response',
    (_request, response) => response.writeHead(200, { 'content-length': 400 }).write('{'),
  ],
  ['cuts connections', (request) => request.socket.destroy()],
  ['fails', (_request, response) => response.writeHead(500).end('{"error": {}}')],
] satisfies [string, RequestListener | undefined][]) {
  test(`a Stripe that ${what} is not called any more, and calls fail immediately`, async (t) => {
    const { stripe, keys, states } = await openSilentStripe(t, answer);
    const calls = Array.from({ length: 3 }, () => stripe.accounts.retrieve('acct_1'));
    for (const { status } of await Promise.allSettled(calls)) assert.equal(status, 'rejected');
    assert.deepEqual(states, ['Open']);
    const before = keys.length;
    let attempts = 0;
    stripe.on('request', () => {
      attempts += 1;
    });
    await assert.rejects(stripe.accounts.retrieve('acct_1'), isUnavailable);
    assert.deepEqual([keys.length, attempts], [before, 1]);
  });
}

test("a Stripe that refuses drivers' input is still called", async (t) => {
  const error = { type: 'invalid_request_error', param: 'individual[phone]', message: 'No.' };
  const { stripe, keys, states } = await openSilentStripe(t, (_request, response) => {
    response.writeHead(400).end(JSON.stringify({ error }));
  });
  for (let time = 0; time < 12; time += 1) {
    await assert.rejects(stripe.accounts.update('acct_1', {}), { message: 'No.' });
  }
  assert.equal(keys.length, 12);
  assert.deepEqual(states, []);
});

test('without a key there is no client', () => {
  assert.equal(openStripe({ STRIPE_SECRET_KEY: undefined, STRIPE_API_BASE: undefined }), undefined);
});
