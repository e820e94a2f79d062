import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { connect } from '../database/connect.ts';
import { openStripe } from '../stripe/open-stripe.ts';
import type { Headers } from '../testing/calls-of.ts';
import { multipartForm } from '../testing/multipart-form.ts';
import { payoutFields, samplePicture } from '../testing/payout-form.ts';
import {
  addSignedInDriver,
  exitCode,
  forkServer,
  serverNeeds,
  untilReady,
} from '../testing/start-server.ts';
import { startStripeStandIn, stripeKeys } from '../testing/start-stripe-stand-in.ts';
import { type Fault, startStripeWire } from '../testing/start-stripe-wire.ts';

const [needs, standIn] = await Promise.all([serverNeeds(), startStripeStandIn()]);
const { postgres, url } = needs;
const wire = await startStripeWire(standIn.origin);
const env = {
  ...needs.env,
  LOG_LEVEL: 'trace',
  SMTP_URL: 'smtp://127.0.0.1:1',
  STRIPE_API_BASE: wire.origin,
  ...stripeKeys,
};
/** The running API. Each test kills it and starts another one. */
let running = forkServer(env);
await untilReady(running.child);
after(async () => {
  running.child.kill('SIGTERM');
  const endedWith = await exitCode(running.child);
  await wire.stop();
  await Promise.all([needs.remove(), standIn.stop()]);
  assert.equal(endedWith, 0);
  assert.doesNotMatch(await running.stdout, personal);
});

async function submit(headers: Headers): Promise<Response> {
  const document = { bytes: await samplePicture(), filename: 'licence-secret.png' };
  const form = await multipartForm(payoutFields(document, { last_name: 'Surname-secret' }));
  return fetch(`${url}/api/v1/insert-payout-details`, {
    method: 'POST',
    headers: { ...headers, ...form.headers },
    body: form.payload,
  });
}

async function accountsOf(driverId: string) {
  const stripe = openStripe({ ...stripeKeys, STRIPE_API_BASE: standIn.origin });
  const { data = [] } = (await stripe?.accounts.list({ limit: 100 })) ?? {};
  return data.filter(({ metadata }) => metadata?.driver_id === driverId);
}

/** Makes the claim of a killed process expire. */
async function endClaim(driverId: string): Promise<void> {
  const db = connect(postgres.url);
  await db
    .updateTable('payout_accounts')
    .set({ form_claimed_until: sql<Date>`now()` })
    .where('driver_id', '=', driverId)
    .execute();
  await db.destroy();
}

/** Matches the driver's personal data; the driver's name and the file name contain "secret". */
const personal = /secret|ada@|kargo\.example|2025550123/i;

const moments = [
  { name: 'has created the account', path: /^\/v1\/accounts$/, isClaimWaitedFor: true },
  { name: 'has taken the document', path: /^\/v1\/files$/ },
  { name: 'has taken the details', path: /^\/v1\/accounts\/acct_/ },
];
for (const { name, path, isClaimWaitedFor } of process.env.PROOF ? moments : moments.slice(0, 1)) {
  test(`the API is killed when Stripe ${name}; sent again, there is one account`, async () => {
    const { id, headers } = await addSignedInDriver(postgres.ownerUrl);
    const isCut = new Promise<void>((resolve) => {
      const drop: Fault = async (_response, reach) => {
        wire.mend();
        await reach();
        resolve();
      };
      wire.breakAt(path, drop, (request) => request.method === 'POST');
    });
    const lost = submit(headers).catch((error: unknown) => error);
    assert.equal(await Promise.race([isCut, lost]), undefined, 'It was answered before the cut.');
    running.child.kill('SIGKILL');
    assert.ok((await lost) instanceof Error);
    await exitCode(running.child);
    assert.doesNotMatch(await running.stdout, personal);
    await standIn.restart();
    if (!isClaimWaitedFor) await endClaim(id);

    running = forkServer(env);
    await untilReady(running.child);
    const response = await submit(headers);
    assert.equal(response.status, 200);
    const accounts = await accountsOf(id);
    assert.equal(accounts.length, 1);
    assert.equal(accounts[0]?.individual?.last_name, 'Surname-secret');
  });
}
