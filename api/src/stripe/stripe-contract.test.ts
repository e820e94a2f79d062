import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Stripe } from 'stripe';
import { samplePicture } from '../testing/payout-form.ts';
import { startStripeStandIn, stripeKeys } from '../testing/start-stripe-stand-in.ts';
import { isAccountUnknown, isRefusal, toApiError } from './stripe-refusal.ts';
import { payoutStatusOf } from './sync-account.ts';

/*
 * Tests the behavior that the API relies on, of the stand-in and, if STRIPE_TEST_SECRET_KEY is set,
 * of Stripe: the key of a test mode or a sandbox, on a platform with Connect enabled. Deletes its
 * accounts there. Stripe's pages, which need a person, are tested in local-services.
 */

describe('the stand-in for Stripe', () => {
  let standIn: Awaited<ReturnType<typeof startStripeStandIn>>;
  before(async () => {
    standIn = await startStripeStandIn();
  });
  holdsTheContract(() => {
    const { hostname: host, port } = new URL(standIn.origin);
    return new Stripe(stripeKeys.STRIPE_SECRET_KEY, { host, port, protocol: 'http' });
  });
  after(() => standIn.stop());
});

const realKey = process.env.STRIPE_TEST_SECRET_KEY;

describe('Stripe itself', { skip: !realKey && 'STRIPE_TEST_SECRET_KEY is not set' }, () => {
  holdsTheContract(() => {
    assert.match(realKey ?? '', /^(sk|rk)_test_/, 'never with a live key');
    return new Stripe(realKey ?? '', { maxNetworkRetries: 2 });
  });
});

function holdsTheContract(connect: () => Stripe): void {
  let stripe: Stripe;
  let account: Stripe.Account;
  const started = Math.floor(Date.now() / 1000) - 60;
  const driverId = crypto.randomUUID();
  const idempotencyKey = crypto.randomUUID();
  const parameters = {
    type: 'express',
    country: 'US',
    business_type: 'individual',
    capabilities: { transfers: { requested: true } },
    business_profile: { mcc: '4215', product_description: 'Deliveries for Kargo' },
    metadata: { driver_id: driverId },
  } as const satisfies Stripe.AccountCreateParams;

  before(async () => {
    stripe = connect();
    account = await stripe.accounts.create(parameters, { idempotencyKey });
  });
  after(() => stripe.accounts.del(account.id));

  test('the same idempotency key gives the same account, and says that it is repeated', async () => {
    const again = await stripe.accounts.create(parameters, { idempotencyKey });
    assert.equal(again.id, account.id);
    assert.equal(again.lastResponse.headers['idempotent-replayed'], 'true');
  });

  test('the same idempotency key with other parameters is refused', async () => {
    const other = { ...parameters, metadata: { driver_id: 'another' } };
    await assert.rejects(
      stripe.accounts.create(other, { idempotencyKey }),
      Stripe.errors.StripeIdempotencyError,
    );
  });

  test('a refusal is reported as an invalid request', async () => {
    const wrong = { ...parameters, country: 'no country' };
    await assert.rejects(stripe.accounts.create(wrong), isRefusal);
  });

  test('a new account is past due, which does not count as disabled', async () => {
    const fresh = await stripe.accounts.retrieve(account.id);
    assert.equal(fresh.requirements?.disabled_reason, 'requirements.past_due');
    assert.equal(fresh.capabilities?.transfers, 'inactive');
    assert.deepEqual(fresh.requirements?.errors, []);
    assert.equal(fresh.requirements?.current_deadline, null);
    assert.deepEqual(payoutStatusOf(fresh), {
      detailsSubmitted: false,
      onboardingCompleted: false,
      onboardingError: null,
    });
  });

  test('an account is found by our id of the driver among those made since', async () => {
    const found: string[] = [];
    for await (const { id, metadata } of stripe.accounts.list({
      created: { gte: started },
      limit: 100,
    })) {
      if (metadata?.driver_id === driverId) found.push(id);
    }
    assert.deepEqual(found, [account.id]);
  });

  describe('a person', () => acceptsPerson(() => ({ stripe, account })));
  describe('pages and failures', () => makesPages(() => ({ stripe, account })));
}

type Connected = () => { stripe: Stripe; account: Stripe.Account };

function acceptsPerson(connected: Connected): void {
  test('a document is uploaded with the platform’s key and becomes that of the person', async () => {
    const { stripe, account } = connected();
    const file = await stripe.files.create({
      purpose: 'identity_document',
      file: { data: await samplePicture(), name: 'document.png', type: 'image/png' },
    });
    assert.equal(file.url, null);
    const updated = await stripe.accounts.update(account.id, {
      email: 'ada@example.com',
      individual: {
        first_name: 'Ada',
        last_name: 'Field',
        email: 'ada@example.com',
        phone: '+12025550123',
        dob: { day: 5, month: 3, year: 1990 },
        verification: { document: { front: file.id } },
      },
    });
    assert.equal(updated.email, 'ada@example.com');
    assert.equal(updated.individual?.first_name, 'Ada');
    assert.equal(updated.individual?.verification?.document?.front, file.id);
  });

  test('details that are not accepted are named in the error', async () => {
    const { stripe, account } = connected();
    const update = stripe.accounts.update(account.id, { individual: { phone: '+10000000000' } });
    await assert.rejects(
      update.catch((error) => Promise.reject(toApiError(error))),
      {
        code: 'payout_details_refused',
      },
    );
  });
}

function makesPages(connected: Connected): void {
  test('onboarding links can be created any number of times, and last for minutes', async () => {
    const { stripe, account } = connected();
    const make = () =>
      stripe.accountLinks.create({
        account: account.id,
        type: 'account_onboarding',
        refresh_url: 'https://example.com/refresh',
        return_url: 'https://example.com/return',
      });
    const [one, other] = [await make(), await make()];
    assert.notEqual(one.url, other.url);
    const minutes = (one.expires_at - Date.now() / 1000) / 60;
    assert.ok(minutes > 1 && minutes <= 24 * 60, `It lives for ${minutes} minutes.`);
  });

  test('there is no login link before the account is finished', async () => {
    const { stripe, account } = connected();
    await assert.rejects(stripe.accounts.createLoginLink(account.id), isRefusal);
  });

  test('a missing account is distinguished from a failure', async () => {
    const { stripe } = connected();
    await assert.rejects(stripe.accounts.retrieve('acct_1NoSuchAccountHere'), isAccountUnknown);
  });

  test('a wrong key does not count as a refusal', async () => {
    const { stripe, account } = connected();
    const call = stripe.accounts.retrieve(account.id, {}, { apiKey: 'wrong' });
    await assert.rejects(call, (error) => !isRefusal(error) && !isAccountUnknown(error));
  });
}
