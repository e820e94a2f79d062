import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { multipartForm } from '../testing/multipart-form.ts';
import { payoutFields, samplePicture } from '../testing/payout-form.ts';
import { portOf } from '../testing/port-of.ts';
import type { PayoutApi } from '../testing/start-payout-api.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}
interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: Attribute[];
}
interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

const spans: Span[] = [];
const collector = createServer(async (request, response) => {
  const { resourceSpans } = (await json(request)) as Export;
  for (const { scopeSpans } of resourceSpans) spans.push(...scopeSpans.flatMap((s) => s.spans));
  response.end('{}');
}).listen(0, '127.0.0.1');

let api: PayoutApi;
before(async () => {
  await once(collector, 'listening');
  const port = portOf(collector);
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`;
  process.env.OTEL_EXPORTER_OTLP_PROTOCOL = 'http/json';
  // As in `server.ts`, before everything else that loads Fastify and pg.
  await import('./traces.ts');
  const { startPayoutApi } = await import('../testing/start-payout-api.ts');
  api = await startPayoutApi({ hasWebhook: false });
});
after(() => {
  collector.close();
});

test('The program imports traces first', () => {
  const source = readFileSync(new URL('../server.ts', import.meta.url), 'utf8');
  assert.match(source, /^import '\.\/telemetry\/traces\.ts';\n/);
});

test('Requests, queries, and calls to Firebase and Stripe are spans without secrets', async () => {
  const { driver, headers, token } = await api.addSignedInDriver({ name: 'Grace Secret' });
  const login = api.loginBody(driver, { password: 'hunter2secret' });
  const traced = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  const sent = await fetch(`${api.origin}/api/v1/login?token=${token}`, {
    method: 'POST',
    headers: { ...traced, 'content-type': 'application/json' },
    body: JSON.stringify(login),
  });
  assert.equal(sent.status, 200);
  const { access_token: opened } = (await sent.json()) as { access_token: string };
  await fetch(`${api.origin}/api/v1/payout-links/${token}`, { headers: { 'user-agent': token } });
  const docs = { bytes: await samplePicture(), filename: 'licence.png' };
  const form = await multipartForm(payoutFields(docs));
  const response = await fetch(`${api.origin}/api/v1/insert-payout-details`, {
    method: 'POST',
    headers: { ...headers, ...form.headers },
    body: form.payload,
  });
  assert.equal(response.status, 200);
  await api.stop();

  const ofLogin = spans.filter(({ traceId }) => traceId === traced.traceparent.split('-')[1]);
  const server = ofLogin.find(({ name }) => name === 'POST /api/v1/login');
  assert.ok(server);
  const children = ofLogin.filter(({ parentSpanId }) => parentSpanId === server.spanId);
  const portOf = ({ attributes }: Span) =>
    attributes.find(({ key }) => key === 'server.port')?.value.intValue;
  assert.ok(children.some((span) => span.name.startsWith('pg.query:INSERT')));
  const { host, port: identityPort } = new URL(`http://${api.env.FIREBASE_AUTH_EMULATOR_HOST}`);
  assert.ok(
    children.some((span) => portOf(span) === Number(identityPort)),
    host,
  );
  const ofStripe = spans.filter(
    (span) => portOf(span) === Number(new URL(api.standIn.origin).port),
  );
  assert.ok(ofStripe.length > 1 && ofStripe.every(({ parentSpanId }) => parentSpanId));

  const all = JSON.stringify(spans);
  for (const secret of [
    token,
    opened,
    login.password,
    login.firebase_token,
    driver.email,
    driver.name,
    'Ada',
    '2025550123',
    'acct_',
    'url.path',
    'url.full',
  ]) {
    assert.ok(!all.includes(secret), secret);
  }
});
