import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { sendDueMails } from '../payouts/payout-mails.ts';
import { multipartForm, profileTexts } from '../testing/multipart-form.ts';
import { startPayoutApi, until } from '../testing/start-payout-api.ts';
import { stripeKeys } from '../testing/start-stripe-stand-in.ts';
import { operatorsServer } from './operators.ts';

const api = await startPayoutApi({ hasWebhook: false });
after(() => api.stop());

/** The value of each series of these metrics, by its name and labels as Prometheus gets them. */
async function values(...names: string[]): Promise<Record<string, number>> {
  const text = await api.metrics.registry.metrics();
  const series = text.split('\n').filter((line) => names.some((name) => line.startsWith(name)));
  return Object.fromEntries(
    series.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

test('logins are counted as accepted or refused', async () => {
  const driver = await api.addDriver();
  assert.equal((await api.post('/login', api.loginBody(driver))).statusCode, 200);
  assert.equal(
    (await api.post('/login', api.loginBody(driver, { email: 'a@b.c' }))).statusCode,
    403,
  );
  const link = { token: 'x'.repeat(43), device_id: null };
  assert.equal((await api.post('/driver/verify-magic-token', link)).statusCode, 403);
  assert.deepEqual(await values('kargo_logins_total'), {
    'kargo_logins_total{outcome="accepted"}': 1,
    'kargo_logins_total{outcome="refused"}': 2,
  });
});

test('events of Stripe are counted by outcome', async () => {
  const deliver = (event: object, secret = stripeKeys.STRIPE_WEBHOOK_SECRET) => {
    const payload = JSON.stringify({ id: `evt_${crypto.randomUUID()}`, ...event });
    const signature = api.stripe.webhooks.generateTestHeaderString({ payload, secret });
    const ofStripe = { headers: { 'stripe-signature': signature } };
    return api.post('/stripe/webhook', JSON.parse(payload), ofStripe);
  };
  const { driver, headers } = await api.addSignedInDriver();
  await api.submit(headers);
  const [account] = await api.accountsOf(driver.id);
  const updated = { type: 'account.updated', data: { object: { id: account?.id } } };
  await deliver(updated);
  await deliver({ type: 'payout.paid' });
  await deliver(updated, 'whsec_of_somebody_else');
  await api.db
    .insertInto('stripe_events')
    .values({ id: 'evt_of_another', done_at: null })
    .execute();
  assert.equal((await deliver({ ...updated, id: 'evt_of_another' })).statusCode, 503);
  assert.deepEqual(await values('kargo_webhooks_total'), {
    'kargo_webhooks_total{outcome="handled"}': 1,
    'kargo_webhooks_total{outcome="ignored"}': 1,
    'kargo_webhooks_total{outcome="refused"}': 1,
    'kargo_webhooks_total{outcome="failed"}': 1,
  });
});

test('mails are counted as sent or failed, and as waiting until they are sent', async () => {
  const waiting = () => values('kargo_mails_waiting');
  const sent = (outcome: string) => `kargo_mails_total{outcome="${outcome}"}`;
  await until(async () => (await waiting()).kargo_mails_waiting === 0);
  const before = await values('kargo_mails_total');
  const { headers } = await api.addSignedInDriver({ onboarding_completed: true });
  api.mailer.isAway = true;
  await api.get('/update-bank-details', { headers });
  await until(async () => (await values(sent('failed')))[sent('failed')] === 1);
  assert.deepEqual(await waiting(), { kargo_mails_waiting: 1 });

  api.mailer.isAway = false;
  await api.db
    .updateTable('payout_mails')
    .set({ due_at: new Date(0) })
    .execute();
  await sendDueMails({ ...api, db: api.apiDb }, api.app.log);
  assert.deepEqual(await waiting(), { kargo_mails_waiting: 0 });
  assert.deepEqual(await values('kargo_mails_total'), {
    [sent('sent')]: Number(before[sent('sent')]) + 1,
    [sent('failed')]: 1,
  });
});

test('requests are counted by the pattern of their route, never by what strangers write', async () => {
  await api.get('/payout-links/a-secret');
  await api.get('/a-secret?token=a-secret');
  const series = Object.keys(await values('http_request_duration_seconds_count'));
  const labels = (route: string, status: number) =>
    `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
  assert.ok(series.includes(labels('/api/v1/payout-links/:token', 404)), series.join('\n'));
  assert.ok(series.includes(labels('none', 404)), series.join('\n'));
  assert.ok(!series.join().includes('a-secret'));
});

test('the time of a request does not include the upload of its form', async () => {
  const { headers } = await api.addSignedInDriver();
  const form = await multipartForm(profileTexts);
  let held = 0;
  const payload = new Readable({
    read() {
      const began = performance.now();
      this._read = () => {};
      this.push(form.payload.subarray(0, 9));
      const calls = Array.from({ length: 20 }, () => api.profileOf(headers));
      Promise.all(calls).then(() => {
        held = performance.now() - began;
        this.push(form.payload.subarray(9));
        this.push(null);
      });
    },
  });
  const began = performance.now();
  const ofForm = { headers: { ...headers, ...form.headers } };
  const { statusCode } = await api.post('/driver/profile/update', payload, ofForm);
  const all = performance.now() - began;
  assert.equal(statusCode, 200);
  const [seconds = 0] = Object.values(
    await values('http_request_duration_seconds_sum{method="POST",route="/api/v1/driver/profile'),
  );
  assert.ok(seconds > 0 && seconds * 1000 <= all - held, `${seconds} s of ${all} ms, ${held} held`);
});

test("the operators' port also has metrics of Node and of the database pool", async (t) => {
  const operators = operatorsServer(api.metrics);
  t.after(() => operators.close());
  assert.equal(operators.server.maxConnections, 100);
  api.metrics.setBreaker('mail', 'HalfOpen');
  const { body, headers } = await operators.inject({ url: '/metrics' });
  const named = { url: '/metrics', headers: { host: 'kargo.attacker.example:3012' } };
  assert.equal((await operators.inject(named)).statusCode, 421);
  assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
  assert.match(body, /^nodejs_eventloop_lag_p99_seconds /m);
  assert.match(body, /^kargo_breaker_open\{dependency="mail"\} 1$/m);
  assert.match(body, /^kargo_database_connections_limit 10$/m);
  assert.match(body, /^kargo_database_connections\{state="waiting"\} 0$/m);
  assert.match(body, /^kargo_database_connections\{state="(active|idle)"\} [1-9]/m);
});
