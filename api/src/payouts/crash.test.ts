import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { freePort } from 'local-services/free-port';
import { Stripe } from 'stripe';
import { connect } from '../database/connect.ts';
import { openSession } from '../sessions/repository.ts';
import { multipartForm } from '../testing/multipart-form.ts';
import { payoutFields, pictureOfDocument } from '../testing/payout-form.ts';
import { portOf } from '../testing/port-of.ts';
import { exitCode, forkServer, untilReady } from '../testing/start-server.ts';
import { startStripeStandIn, stripeKeys } from '../testing/start-stripe-stand-in.ts';
import { startTestPostgres } from '../testing/start-test-postgres.ts';

let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
let standIn: Awaited<ReturnType<typeof startStripeStandIn>>;
let wire: Awaited<ReturnType<typeof startWire>>;
let env: Record<string, string>;
let origin: string;
/** The running API. Each test kills it and starts another one. */
let running: ReturnType<typeof forkServer>;

before(async () => {
  [postgres, standIn] = await Promise.all([startTestPostgres(), startStripeStandIn()]);
  wire = await startWire(standIn.origin);
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  env = {
    PORT: `${port}`,
    LOG_LEVEL: 'trace',
    DATABASE_URL: postgres.url,
    FIREBASE_PROJECT_ID: 'demo-test',
    STORAGE_DIR: await mkdtemp(join(tmpdir(), 'kargo-api-storage-')),
    SMTP_URL: 'smtp://127.0.0.1:1',
    STRIPE_API_BASE: wire.origin,
    ...stripeKeys,
  };
  running = forkServer(env);
  await untilReady(running.child);
});
after(async () => {
  running.child.kill('SIGTERM');
  const endedWith = await exitCode(running.child);
  await wire.stop();
  await Promise.all([postgres.stop(), standIn.stop()]);
  await rm(env.STORAGE_DIR ?? '', { recursive: true });
  assert.equal(endedWith, 0);
  assert.doesNotMatch(await running.stdout, personal);
});

/** A proxy between the API and Stripe that can drop a response. */
async function startWire(target: string) {
  let cut: { isCutAt: (request: IncomingMessage) => boolean; onCut: () => void } | undefined;
  const server: Server = createServer((request, response) => {
    const forwarded = send(target + request.url, {
      method: request.method,
      headers: request.headers,
    });
    request.pipe(forwarded);
    forwarded.on('response', (reply) => {
      if (cut?.isCutAt(request)) {
        cut.onCut();
        reply.resume();
        return;
      }
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    /** Forwards the next request of this kind to Stripe, and drops its response. */
    cutResponseOf: (method: string, path: RegExp) =>
      new Promise<void>((resolve) => {
        const isCutAt = (request: IncomingMessage) =>
          request.method === method && path.test(request.url ?? '');
        cut = {
          isCutAt,
          onCut: () => {
            cut = undefined;
            resolve();
          },
        };
      }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function addSignedInDriver(): Promise<{ id: string; headers: Record<string, string> }> {
  const db = connect(postgres.ownerUrl);
  const { id } = await db
    .insertInto('drivers')
    .values({
      firebase_uid: crypto.randomUUID(),
      email: 'ada@kargo.example',
      name: 'Ada',
      phone: '2025550123',
      approved_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = await openSession(db, id);
  await db.destroy();
  return { id, headers: { authorization: `Bearer ${token}` } };
}

async function submit(headers: Record<string, string>): Promise<Response> {
  const document = { bytes: await pictureOfDocument('png'), filename: 'licence-secret.png' };
  const form = await multipartForm(payoutFields(document, { last_name: 'Surname-secret' }));
  return fetch(`${origin}/api/v1/insert-payout-details`, {
    method: 'POST',
    headers: { ...headers, ...form.headers },
    body: form.payload,
  });
}

async function accountsOf(driverId: string) {
  const { hostname, port } = new URL(standIn.origin);
  const stripe = new Stripe(stripeKeys.STRIPE_SECRET_KEY, {
    host: hostname,
    port,
    protocol: 'http',
  });
  const { data } = await stripe.accounts.list({ limit: 100 });
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

for (const { name, method, path, isClaimWaitedFor } of [
  {
    name: 'has created the account',
    method: 'POST',
    path: /^\/v1\/accounts$/,
    isClaimWaitedFor: true,
  },
  { name: 'has taken the document', method: 'POST', path: /^\/v1\/files$/ },
  { name: 'has taken the details', method: 'POST', path: /^\/v1\/accounts\/acct_/ },
]) {
  test(`the API is killed when Stripe ${name}; sent again, there is one account`, async () => {
    const { id, headers } = await addSignedInDriver();
    const isCut = wire.cutResponseOf(method, path);
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
