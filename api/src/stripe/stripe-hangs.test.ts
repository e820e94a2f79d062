import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse, request as send } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { buildApp } from '../app.ts';
import { checkPayoutDetails } from '../payouts/check-payout-details.ts';
import { submitPayoutDetails } from '../payouts/submit-payout-details.ts';
import { multipartForm } from '../testing/multipart-form.ts';
import { payoutFields, pictureOfDocument } from '../testing/payout-form.ts';
import { portOf } from '../testing/port-of.ts';
import { type PayoutApi, startPayoutApi } from '../testing/start-payout-api.ts';
import { openStripe } from './open-stripe.ts';

/** Timeout of one attempt, in milliseconds. */
const timeoutMs = 200;

/** Maximum time for all attempts to create an account, with pauses, and extra time for a busy machine. */
const limit = 4 * timeoutMs + 3500 + 10_000;

type Fault = (response: ServerResponse) => void;
type IsHit = (request: ServerResponse['req']) => boolean;

let api: PayoutApi;
let wire: Awaited<ReturnType<typeof startWire>>;
before(async () => {
  api = await startPayoutApi({ isTold: false });
  wire = await startWire(api.standIn.origin);
});
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
  test(`an account whose creation failed at Stripe, which repeats that for a day, ${end}`, async (t) => {
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

    const made =
      isMade &&
      (await api.stripe.accounts.create({
        type: 'express',
        country: 'US',
        business_type: 'individual',
        capabilities: { transfers: { requested: true } },
        metadata: { driver_id: driver.id },
      }));
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
    document: await pictureOfDocument('png'),
  };
  const patient = openStripe({ ...api.env, STRIPE_API_BASE: wire.origin });
  assert.ok(patient);
  const world = { db: api.db, stripe: patient, source: api.app };
  wire.delay(100);
  const tooLong = submitPayoutDetails(world, session, application, 50);
  await assert.rejects(tooLong, { code: 'unavailable' });
  assert.deepEqual(wire.paths, ['/v1/accounts']);
  assert.equal(await claimOf(driver.id), null);

  wire.mend();
  await submitPayoutDetails(world, session, application);
  assert.equal((await api.accountsOf(driver.id)).length, 1);
});

async function submit(app: PayoutApi['app'], headers: Record<string, string>) {
  const document = { bytes: await pictureOfDocument('png'), filename: 'licence.png' };
  const form = await multipartForm(payoutFields(document));
  return app.inject({
    method: 'POST',
    url: '/api/v1/insert-payout-details',
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  });
}

async function claimOf(driverId: string): Promise<Date | null> {
  const { form_claimed_until } = await api.db
    .selectFrom('payout_accounts')
    .where('driver_id', '=', driverId)
    .select('form_claimed_until')
    .executeTakeFirstOrThrow();
  return form_claimed_until;
}

/** A proxy between the API and Stripe that responds itself, or forwards requests late. */
async function startWire(target: string) {
  let broken: { path: RegExp; fault: Fault; isHit: IsHit } | undefined;
  let milliseconds = 0;
  let paths: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    paths.push(path);
    if (broken?.path.test(path) && broken.isHit(request)) {
      request.resume();
      return broken.fault(response);
    }
    await wait(milliseconds);
    const { method, headers } = request;
    const forwarded = send(target + path, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    request.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    /** Paths of the requests since the last change. */
    get paths() {
      return paths;
    },
    breakAt(path: RegExp, fault: Fault, isHit: IsHit = () => true) {
      broken = { path, fault, isHit };
    },
    delay(by: number) {
      milliseconds = by;
      paths = [];
    },
    mend() {
      broken = undefined;
      milliseconds = 0;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
