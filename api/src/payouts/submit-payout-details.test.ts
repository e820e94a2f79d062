import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, mock, test } from 'node:test';
import type { PayoutResponse } from '@kargo/shared-types/api/payout';
import { sql } from 'kysely';
import { Stripe } from 'stripe';
import type { ApiError } from '../api-error.ts';
import { buildApp } from '../app.ts';
import { createAccount, openConnectedAccount } from '../stripe/connected-account.ts';
import { openStripe } from '../stripe/open-stripe.ts';
import { callsOf } from '../testing/calls-of.ts';
import { payoutFields, samplePicture } from '../testing/payout-form.ts';
import { startPayoutApi } from '../testing/start-payout-api.ts';
import { stripeKeys } from '../testing/start-stripe-stand-in.ts';
import { checkPayoutDetails } from './check-payout-details.ts';
import { submitPayoutDetails } from './submit-payout-details.ts';

const api = await startPayoutApi();
after(() => api.stop());

test('a driver who sends the form has an account with the details and the document at Stripe', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  const response = await api.submit(headers);
  assert.equal(response.statusCode, 200);
  const { stripe_error_token } = response.json<PayoutResponse>();
  assert.match(stripe_error_token, /^[\w-]{43}$/);

  const [account, ...others] = await api.accountsOf(driver.id);
  assert.deepEqual(others, []);
  assert.equal(account?.type, 'express');
  assert.equal(account?.email, driver.email);
  const { first_name, last_name, phone, dob, verification } = account?.individual ?? {};
  assert.deepEqual(
    [first_name, last_name, phone, { ...dob }],
    ['Ada', 'Field', '+12025550123', { day: 5, month: 3, year: 1990 }],
  );
  assert.match(String(verification?.document?.front), /^file_/);

  const profile = await api.profileOf(headers);
  assert.equal(profile.form_completed, true);
  assert.equal(profile.onboarding_completed, false);
  assert.equal(profile.onboarding_error, null);
  assert.equal(profile.stripe_error_token, stripe_error_token);
});

test('the document is not stored by us', async () => {
  const { headers } = await api.addSignedInDriver();
  await api.submit(headers);
  assert.deepEqual(await readdir(api.env.STORAGE_DIR ?? ''), []);
});

test('sending the form again creates no second account, mail or token', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  const first = await api.submit(headers);
  await api.linkMailedTo(driver.email);
  const second = await api.submit(headers, { first_name: 'Another' });
  assert.equal(second.body, first.body);
  const accounts = await api.accountsOf(driver.id);
  assert.deepEqual(
    accounts.map(({ individual }) => individual?.first_name),
    ['Ada'],
  );
  assert.equal(api.mailer.sentTo(driver.email).length, 1);
});

test('sending the form three times at once creates one account and one mail', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  const responses = await Promise.all([1, 2, 3].map(() => api.submit(headers)));
  assert.deepEqual(new Set(responses.map(({ statusCode }) => statusCode)), new Set([200]));
  assert.equal(new Set(responses.map(({ body }) => body)).size, 1);
  assert.equal((await api.accountsOf(driver.id)).length, 1);
  await api.linkMailedTo(driver.email);
  assert.equal(api.mailer.sentTo(driver.email).length, 1);
});

test("a refusal is shown in Stripe's words, and can be corrected", async () => {
  const { driver, headers } = await api.addSignedInDriver();
  const refused = await api.submit(headers, { phone: '+1 0000000000' });
  assert.equal(refused.statusCode, 422);
  assert.deepEqual(refused.json(), {
    code: 'payout_details_refused',
    message: 'Stripe did not accept these details: "+10000000000" is not a valid phone number',
  });
  assert.equal((await api.profileOf(headers)).form_completed, false);

  assert.equal((await api.submit(headers)).statusCode, 200);
  assert.equal((await api.accountsOf(driver.id)).length, 1);
});

test('when Stripe refuses accounts to the platform, the log says what to do', async (t) => {
  const message = 'Your platform needs approval for accounts to have requested `transfers` alone.';
  const type = 'invalid_request_error' as const;
  const { driver } = await api.addSignedInDriver();
  await api.db.insertInto('payout_accounts').values({ driver_id: driver.id }).execute();
  t.mock.method(api.stripe.accounts, 'create', () =>
    Promise.reject(new Stripe.errors.StripeInvalidRequestError({ type, message, statusCode: 400 })),
  );
  await assert.rejects(openConnectedAccount(api.db, api.stripe, driver), (error: ApiError) => {
    assert.equal(error.code, 'unavailable');
    assert.doesNotMatch(error.message, /transfers/);
    assert.match(String(error.cause), /Stripe has to approve a platform .*`transfers` alone/);
    return true;
  });
});

for (const isMade of [true, false]) {
  const end = isMade ? 'is found' : 'is made by another key';
  test(`an account ${end} if the API before this one asked for it in another way`, async () => {
    const { driver, headers } = await api.addSignedInDriver();
    const { idempotency_key: idempotencyKey } = await api.db
      .insertInto('payout_accounts')
      .values({ driver_id: driver.id })
      .returning('idempotency_key')
      .executeTakeFirstOrThrow();
    const account = {
      type: 'express',
      country: 'US',
      business_type: 'individual',
      capabilities: { transfers: { requested: true } },
      metadata: { driver_id: isMade ? driver.id : 'another' },
    } as const;
    const made = await api.stripe.accounts.create(account, { idempotencyKey });
    assert.equal((await api.submit(headers)).statusCode, isMade ? 200 : 503);
    assert.equal((await api.submit(headers)).statusCode, 200);
    const accounts = await api.accountsOf(driver.id);
    assert.equal(accounts.length, 1);
    assert.equal(accounts[0]?.id === made.id, isMade);
  });
}

test('an account whose creation got no response is found after Stripe has forgotten the key', async () => {
  const { driver, headers } = await api.addSignedInDriver();
  const lost = await createAccount(api.stripe, driver.id, crypto.randomUUID());
  await api.db
    .insertInto('payout_accounts')
    .values({ driver_id: driver.id, started_at: sql<Date>`now() - interval '2 days'` })
    .execute();
  assert.equal((await api.submit(headers)).statusCode, 200);
  const accounts = await api.accountsOf(driver.id);
  assert.deepEqual(
    accounts.map(({ id }) => id),
    [lost.id],
  );
});

test('the rules of the form apply here too', async () => {
  const { headers } = await api.addSignedInDriver();
  const response = await api.submit(headers, { phone: '2025550123' });
  assert.equal(response.statusCode, 400);
  assert.match(response.json().message, /^Phone number must start with \+1/);
});

test('nobody sets up payouts without a session, or with a field that is not expected', async () => {
  assert.equal((await api.submit({})).statusCode, 401);
  const { headers } = await api.addSignedInDriver();
  const response = await api.submit(headers, { country: 'DE' });
  assert.equal(response.statusCode, 400);
  assert.equal(response.json().message, 'The field "country" is not expected here.');
});

test('of eight simultaneous forms one is sent to Stripe, and all get the same response', async () => {
  const session = await api.addSignedInDriver();
  const uploads = mock.method(api.stripe.files, 'create');
  const details = checkPayoutDetails(Object.fromEntries(payoutFields(null)));
  const application = { details, document: await samplePicture() };
  const tokens = await Promise.all(
    Array.from({ length: 8 }, () =>
      submitPayoutDetails({ ...api, source: api.app }, session, application),
    ),
  );
  assert.equal(new Set(tokens).size, 1);
  assert.equal(uploads.mock.callCount(), 1);
});

test('while Stripe is unavailable, the form gets a 503', async (t) => {
  const env = { ...stripeKeys, STRIPE_API_BASE: 'http://127.0.0.1:1' };
  const away = await buildApp({ ...api, db: api.apiDb, stripe: openStripe(env) });
  t.after(() => away.close());
  const { headers } = await api.addSignedInDriver();
  const document = { bytes: await samplePicture(), filename: 'licence.png' };
  const { postForm } = callsOf(away);
  const response = await postForm('/insert-payout-details', payoutFields(document), headers);
  assert.equal(response.statusCode, 503);
  assert.deepEqual(response.json(), {
    code: 'unavailable',
    message: 'Payouts are not available right now.',
  });
});

test('if Stripe is not configured, payout calls get a 503 and the rest works', async (t) => {
  const without = await buildApp({ ...api, db: api.apiDb, stripe: undefined });
  t.after(() => without.close());
  const { headers } = await api.addSignedInDriver();
  const { get, post, statusOf } = callsOf(without);
  for (const call of [
    post('/insert-payout-details', undefined, { headers }),
    get('/resend-onboarding-link/any/1', { headers }),
    get('/update-bank-details', { headers }),
    post('/stripe/webhook', undefined, { headers }),
  ])
    assert.equal((await call).statusCode, 503);
  assert.equal(await statusOf(headers), 200);
});
