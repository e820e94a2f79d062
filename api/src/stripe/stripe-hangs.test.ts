import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildApp } from '../app.ts';
import { checkPayoutDetails } from '../payouts/check-payout-details.ts';
import { withFormClaimed } from '../payouts/claim-form.ts';
import { submitPayoutDetails } from '../payouts/submit-payout-details.ts';
import { callsOf, type Headers } from '../testing/calls-of.ts';
import { payoutFields, samplePicture } from '../testing/payout-form.ts';
import { type PayoutApi, startPayoutApi } from '../testing/start-payout-api.ts';
import { type Fault, startStripeWire } from '../testing/start-stripe-wire.ts';
import { createAccount } from './connected-account.ts';
import { openStripe } from './open-stripe.ts';

/** Timeout of one attempt, in milliseconds. */
const timeoutMs = 200;

/** For all attempts to create an account, with pauses, and extra time for a busy machine. */
const limit = 4 * timeoutMs + 3500 + 10_000;

const api = await startPayoutApi({ hasWebhook: false });
const wire = await startStripeWire(api.standIn.origin);
after(async () => {
  await wire.stop();
  await api.stop();
});

const silence: Fault = () => {};
const half: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 400 });
  response.write('{"id": "acct_1",');
};
const dribble: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 4000 });
  const timer = setInterval(() => response.write(' '), timeoutMs / 5);
  response.on('close', () => clearInterval(timer));
};

for (const [what, path, fault] of [
  ['never answers', /./, silence],
  ['answers half when it gets the document', /^\/v1\/files$/, half],
  ['answers a byte at a time when it gets the details', /^\/v1\/accounts\/acct_/, dribble],
] as const) {
  test(`the form ends in time while Stripe ${what}, and can be sent again`, async (t) => {
    const env = { ...api.env, STRIPE_API_BASE: wire.origin };
    const app = await buildApp({ ...api, stripe: openStripe(env, { timeout: timeoutMs }) });
    t.after(() => app.close());
    const { driver, headers } = await api.addSignedInDriver();
    wire.breakAt(path, fault);
    const began = performance.now();
    const refused = await submit(app, headers);
    assert.ok(performance.now() - began < limit, `${performance.now() - began} ms`);
    assert.equal(refused.statusCode, 503);
    assert.match(`${refused.headers['retry-after']}`, /^\d+$/);
    const sentence = 'Payouts are not available right now.';
    assert.deepEqual(refused.json(), { code: 'unavailable', message: sentence });
    assert.equal((await api.profileOf(headers)).form_completed, false);
    assert.equal(await claimOf(driver.id), null);
    assert.equal(api.mailer.sentTo(driver.email).length, 0);

    wire.mend();
    assert.equal((await api.submit(headers)).statusCode, 200);
    assert.equal((await api.profileOf(headers)).form_completed, true);
    assert.equal((await api.accountsOf(driver.id)).length, 1);
  });
}

for (const isMade of [true, false]) {
  const end = isMade ? 'is found' : 'is made by another key';
  test(`an account ${end} after its creation failed at Stripe, which repeats the failure for a day`, async (t) => {
    const env = { ...api.env, STRIPE_API_BASE: wire.origin };
    const app = await buildApp({ ...api, stripe: openStripe(env) });
    t.after(() => app.close());
    t.after(() => wire.mend());
    const { driver, headers } = await api.addSignedInDriver();
    let failedKey: unknown;
    let isRepeated = false;
    const failure: Fault = (response) => {
      response.writeHead(500, {
        'content-type': 'application/json',
        'stripe-should-retry': 'false',
        ...(isRepeated && { 'idempotent-replayed': 'true' }),
      });
      response.end('{"error":{"type":"api_error","message":"It failed."}}');
      isRepeated = true;
    };
    wire.breakAt(/^\/v1\/accounts$/, failure, ({ headers: { 'idempotency-key': key } }) => {
      failedKey ??= key;
      return key === failedKey;
    });
    assert.equal((await submit(app, headers)).statusCode, 503);

    const made = isMade && (await createAccount(api.stripe, driver.id, crypto.randomUUID()));
    assert.equal((await submit(app, headers)).statusCode, isMade ? 200 : 503);
    assert.equal((await submit(app, headers)).statusCode, 200);
    const [account, ...others] = await api.accountsOf(driver.id);
    assert.ok(account && (!made || account.id === made.id));
    assert.deepEqual(others, []);
  });
}

test('a form whose requests to Stripe take too long is given up between two of them', async () => {
  const session = await api.addSignedInDriver();
  const { driver } = session;
  const application = {
    details: checkPayoutDetails(Object.fromEntries(payoutFields(null))),
    document: await samplePicture(),
  };
  const patient = openStripe({ ...api.env, STRIPE_API_BASE: wire.origin });
  assert.ok(patient);
  const world = { db: api.db, stripe: patient, source: api.app };
  wire.delay(100);
  const before = wire.paths.length;
  const tooLong = submitPayoutDetails(world, session, application, 50);
  await assert.rejects(tooLong, { code: 'unavailable' });
  assert.deepEqual(wire.paths.slice(before), ['/v1/accounts']);
  assert.equal(await claimOf(driver.id), null);

  wire.mend();
  await submitPayoutDetails(world, session, application);
  assert.equal((await api.accountsOf(driver.id)).length, 1);
});

async function submit(app: PayoutApi['app'], headers: Headers) {
  const document = { bytes: await samplePicture(), filename: 'licence.png' };
  return callsOf(app).postForm('/insert-payout-details', payoutFields(document), headers);
}

async function claimOf(driverId: string): Promise<Date | null> {
  const { form_claimed_until } = await api.db
    .selectFrom('payout_accounts')
    .where('driver_id', '=', driverId)
    .select('form_claimed_until')
    .executeTakeFirstOrThrow();
  return form_claimed_until;
}

test('a process that slept through its claim leaves the claim of the next process alone', async (t) => {
  const { driver } = await api.addSignedInDriver();
  const account = api.db.updateTable('payout_accounts').where('driver_id', '=', driver.id);
  const ofAnother = new Date(Date.now() + 60_000);
  t.mock.timers.enable({ apis: ['setInterval'] });
  await withFormClaimed(api.db, driver.id, async () => {
    await account.set({ form_claimed_until: ofAnother }).execute();
    t.mock.timers.tick(3000);
  });
  assert.deepEqual(await claimOf(driver.id), ofAnother);
});
