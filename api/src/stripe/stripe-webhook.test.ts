import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import { addDriverWithLink } from '../testing/payout-links.ts';
import { doAtStripe, startPayoutApi, until } from '../testing/start-payout-api.ts';
import { stripeKeys } from '../testing/start-stripe-stand-in.ts';
import { syncAccount } from './sync-account.ts';

const api = await startPayoutApi({ hasWebhook: false });
after(() => api.stop());

const url = '/api/v1/stripe/webhook';

/** Indented like Stripe's events, so that a reserialized body would not match the signature. */
function eventOf(account: Record<string, unknown>, changes: Record<string, unknown> = {}): string {
  const event = {
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    type: 'account.updated',
    account: account.id,
    data: { object: { object: 'account', ...account } },
    ...changes,
  };
  return JSON.stringify(event, null, 2);
}

function deliver(
  payload: string,
  { secret = stripeKeys.STRIPE_WEBHOOK_SECRET, timestamp = now() } = {},
) {
  const signature = api.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return api.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  });
}

const now = () => Math.floor(Date.now() / 1000);

/** A driver whose account is verified at Stripe, before the API has received an event. */
async function addVerifiedDriver() {
  const { driver, headers, link } = await addDriverWithLink(api);
  await doAtStripe(link, { action: 'submit', decision: '' });
  const [account] = await api.accountsOf(driver.id);
  return { driver, headers, id: String(account?.id) };
}

test("an event's content is not trusted: the account is fetched from Stripe", async () => {
  const { headers, id } = await addVerifiedDriver();
  const claim = {
    id,
    details_submitted: false,
    requirements: { disabled_reason: 'rejected.fraud' },
  };
  assert.equal((await deliver(eventOf(claim))).statusCode, 204);
  const profile = await api.profileOf(headers);
  assert.equal(profile.onboarding_completed, true);
  assert.equal(profile.onboarding_error, null);
});

for (const [name, options] of [
  ['signed with another secret', { secret: 'whsec_of_somebody_else' }],
  ['signed six minutes ago', { timestamp: now() - 360 }],
] as const) {
  test(`an event ${name} is refused and changes nothing`, async () => {
    const { headers, id } = await addVerifiedDriver();
    const response = await deliver(eventOf({ id }), options);
    assert.equal(response.statusCode, 400);
    assert.equal(response.json().code, 'validation_failed');
    assert.equal((await api.profileOf(headers)).onboarding_completed, false);
  });
}

test('an event that was changed on the way, or carries no signature, is refused', async () => {
  const payload = eventOf({ id: 'acct_1' });
  const signature = api.stripe.webhooks.generateTestHeaderString({
    payload,
    secret: stripeKeys.STRIPE_WEBHOOK_SECRET,
  });
  const post = (body: string, headers: Record<string, string>) =>
    api.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    });
  const changed = payload.replace('acct_1', 'acct_2');
  assert.equal((await post(changed, { 'stripe-signature': signature })).statusCode, 400);
  assert.equal((await post(payload, {})).statusCode, 400);
  assert.equal((await post('', { 'stripe-signature': signature })).statusCode, 400);
});

test('of an event sent twenty times at once, one is handled; the others are sent again', async () => {
  const { id } = await addVerifiedDriver();
  const event = eventOf({ id });
  const before = await timesSynced(id);
  const responses = await Promise.all(Array.from({ length: 20 }, () => deliver(event)));
  assert.ok(responses.every(({ statusCode }) => statusCode === 204 || statusCode === 503));
  assert.equal((await deliver(event)).statusCode, 204);
  assert.equal(await timesSynced(id), before + 1);
});

test('an event whose process died is handled a minute later', async () => {
  const { id } = await addVerifiedDriver();
  const event = eventOf({ id }, { id: 'evt_of_the_dead' });
  await api.db
    .insertInto('stripe_events')
    .values({ id: 'evt_of_the_dead', done_at: null })
    .execute();
  const before = await timesSynced(id);
  assert.equal((await deliver(event)).statusCode, 503);
  await api.db
    .updateTable('stripe_events')
    .set({ claimed_at: sql<Date>`now() - interval '61 seconds'` })
    .where('id', '=', 'evt_of_the_dead')
    .execute();
  assert.equal((await deliver(event)).statusCode, 204);
  assert.equal(await timesSynced(id), before + 1);
});

const timesSynced = async (stripe_account_id: string) =>
  (
    await api.db
      .selectFrom('payout_accounts')
      .where('stripe_account_id', '=', stripe_account_id)
      .select('times_synced')
      .executeTakeFirstOrThrow()
  ).times_synced;

test('an event that is sent again is accepted without effect', async () => {
  const { driver, headers, id } = await addVerifiedDriver();
  const event = eventOf({ id });
  assert.equal((await deliver(event)).statusCode, 204);
  assert.equal((await api.profileOf(headers)).onboarding_completed, true);

  await api.setDriver(driver, { onboarding_completed: false, onboarding_error: 'under_review' });
  assert.equal((await deliver(event)).statusCode, 204);
  assert.equal((await api.profileOf(headers)).onboarding_error, 'under_review');
});

test('late, unordered or simultaneous events leave the state that Stripe has now', async () => {
  const { headers, id } = await addVerifiedDriver();
  const claims = [
    { id, details_submitted: true, payouts_enabled: true, created: 3 },
    { id, details_submitted: false, payouts_enabled: false, created: 1 },
    { id, details_submitted: true, payouts_enabled: false, created: 2 },
  ];
  const responses = await Promise.all(claims.map((claim) => deliver(eventOf(claim))));
  assert.deepEqual(
    responses.map(({ statusCode }) => statusCode),
    [204, 204, 204],
  );
  assert.equal((await api.profileOf(headers)).onboarding_completed, true);
});

test('an outdated response of Stripe does not replace a newer one', async () => {
  const { headers, id } = await addVerifiedDriver();
  const verified = await api.stripe.accounts.retrieve(id);
  const asBefore = { ...verified, details_submitted: false, payouts_enabled: false };
  const slow = Promise.withResolvers<Stripe.Account>();
  const responses = [slow.promise, Promise.resolve(verified), Promise.resolve(verified)];
  const retrieve = () => responses.shift();
  const stripe = { accounts: { retrieve } } as unknown as Stripe;

  const first = syncAccount({ db: api.db, stripe }, id);
  await until(() => responses.length === 2);
  await syncAccount({ db: api.db, stripe }, id);
  slow.resolve(asBefore as Stripe.Account);
  assert.equal((await first)?.onboardingCompleted, true);
  assert.equal((await api.profileOf(headers)).onboarding_completed, true);
});

test('an event of an unknown or deleted account is accepted without effect', async () => {
  assert.equal((await deliver(eventOf({ id: 'acct_of_nobody' }))).statusCode, 204);
  const { id } = await addVerifiedDriver();
  await api.stripe.accounts.del(id);
  assert.equal((await deliver(eventOf({ id }))).statusCode, 204);
});

for (const payload of [
  'null',
  '[]',
  '"event"',
  '{}',
  eventOf({ id: 'acct_1' }, { data: undefined }),
  eventOf({ id: 'acct_1' }, { data: null }),
  eventOf({ id: 'acct_1' }, { data: { object: null } }),
  eventOf({ id: 7 }),
  eventOf({ id: 'acct_1' }, { id: undefined }),
]) {
  const title = payload.replace(/evt_[\w-]+/, 'evt_…');
  test(`a signed body that is not an event is refused: ${title}`, async () => {
    const response = await deliver(payload);
    assert.equal(response.statusCode, 400, response.body);
    assert.equal(response.json().code, 'validation_failed');
  });
}

test('events of other kinds are accepted without effect', async () => {
  const event = eventOf(
    { id: 'acct_1' },
    { type: 'payout.paid', data: { object: { id: 'po_1' } } },
  );
  assert.equal((await deliver(event)).statusCode, 204);
});

for (const ofPage of [{ cookie: 'XSRF-TOKEN=anything' }, { origin: 'https://evil.example' }]) {
  test(`the webhook ignores the headers of a page: ${Object.keys(ofPage)}`, async () => {
    const payload = eventOf({ id: 'acct_of_nobody' });
    const signature = api.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: stripeKeys.STRIPE_WEBHOOK_SECRET,
    });
    const response = await api.app.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature,
        ...ofPage,
      },
      payload,
    });
    assert.equal(response.statusCode, 204);
  });
}
