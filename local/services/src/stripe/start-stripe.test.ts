import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { startStripe } from './start-stripe.ts';
import { sign } from './webhook.ts';

const webhookSecret = 'whsec_test';
const site = 'http://site.test';
const key = { authorization: 'Bearer sk_test_1' };

let dataFolder: string;
let stripe: FastifyInstance;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let seconds = 1_800_000_000;

before(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'kargo-stripe-'));
  receiver = await startReceiver();
  stripe = await start();
});
after(async () => {
  await stripe.close();
  receiver.stop();
  await rm(dataFolder, { recursive: true });
});

function start(): Promise<FastifyInstance> {
  return startStripe({
    dataFolder,
    host: '127.0.0.1',
    port: 0,
    pagesUrl: '',
    webhook: { url: receiver.url, secret: webhookSecret },
    now: () => seconds,
  });
}

/** A webhook that can be set to refuse events. */
async function startReceiver() {
  const events: { id: string; type: string; account: string }[] = [];
  const state = { isRefusing: false };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const header = String(request.headers['stripe-signature']);
    const timestamp = Number(/t=(\d+)/.exec(header)?.[1]);
    assert.equal(header, sign(body, webhookSecret, timestamp));
    if (!state.isRefusing) events.push(JSON.parse(body));
    response.writeHead(state.isRefusing ? 503 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    events,
    state,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function call(method: 'GET' | 'POST', path: string, form: Record<string, string> = {}) {
  const response = await stripe.inject({
    method,
    url: `/v1${path}`,
    headers: { ...key, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: response.statusCode, body: response.json() };
}

async function createAccount(): Promise<string> {
  const { body } = await call('POST', '/accounts', {
    type: 'express',
    country: 'US',
    business_type: 'individual',
    'capabilities[transfers][requested]': 'true',
    'individual[first_name]': '<b>Ada</b>',
  });
  return body.id;
}

async function createLink(account: string): Promise<string> {
  const { body } = await call('POST', '/account_links', {
    account,
    type: 'account_onboarding',
    refresh_url: `${site}/refresh`,
    return_url: `${site}/return`,
  });
  return body.url;
}

const open = (url: string) => stripe.inject({ url });

const post = (url: string, form: Record<string, string>) =>
  stripe.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

const bank = { routing: '110000000', account: '000123456789' };

/** Opens a link and returns the address of the visit. */
async function visit(link: string): Promise<string> {
  return String((await open(link)).headers.location);
}

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!condition()) {
    assert.ok(Date.now() < end, `It did not become true: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('an onboarding link opens once, then leads to its refresh address', async () => {
  const link = await createLink(await createAccount());
  const first = await open(link);
  assert.equal(first.statusCode, 303);
  assert.match(String(first.headers.location), /^\/setup\/visit\//);
  assert.equal((await open(link)).headers.location, `${site}/refresh`);
});

test('an onboarding link opens for five minutes', async () => {
  const account = await createAccount();
  const [early, late] = [await createLink(account), await createLink(account)];
  seconds += 299;
  assert.match(String((await open(early)).headers.location), /^\/setup\/visit\//);
  seconds += 1;
  assert.equal((await open(late)).headers.location, `${site}/refresh`);
});

test('asking for the head of a link does not use it up', async () => {
  const link = await createLink(await createAccount());
  await stripe.inject({ method: 'HEAD', url: link });
  assert.match(String((await open(link)).headers.location), /^\/setup\/visit\//);
});

test('the page says that it is not Stripe, escapes what it shows and leads back to the site', async () => {
  const page = await open(await visit(await createLink(await createAccount())));
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /This is not Stripe\./);
  assert.match(page.body, /&lt;b&gt;Ada&lt;\/b&gt;/);
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /form-action 'self' http:\/\/site\.test;/);
});

for (const [decision, isPayable, reason] of [
  ['', true, null],
  ['rejected.fraud', false, 'rejected.fraud'],
  ['no decision at all', true, null],
] as const) {
  test(`a form that is submitted with the decision "${decision}"`, async () => {
    const account = await createAccount();
    const page = await visit(await createLink(account));
    const response = await post(page, { ...bank, action: 'submit', decision });
    assert.equal(response.headers.location, `${site}/return`);
    const { body } = await call('GET', `/accounts/${account}`);
    assert.equal(body.details_submitted, true);
    assert.equal(body.payouts_enabled, isPayable);
    assert.equal(body.requirements.disabled_reason, reason);
    assert.equal((await post(page, { action: 'submit' })).statusCode, 410);
  });
}

for (const wrong of [{ routing: '11000000' }, { account: '123' }, { account: '12a4' }]) {
  test(`bank details ${JSON.stringify(wrong)} are asked for again`, async () => {
    const page = await visit(await createLink(await createAccount()));
    const response = await post(page, { ...bank, ...wrong, action: 'submit' });
    assert.equal(response.statusCode, 400);
    assert.match(response.body, /role="alert"/);
    const mended = await post(page, { ...bank, action: 'submit' });
    assert.equal(mended.statusCode, 303);
  });
}

test('a login link opens the page for bank details once, of a finished account only', async () => {
  const account = await createAccount();
  assert.equal((await call('POST', `/accounts/${account}/login_links`)).status, 400);
  await post(await visit(await createLink(account)), { ...bank, action: 'submit' });

  const { body: link } = await call('POST', `/accounts/${account}/login_links`);
  const page = await visit(link.url);
  const saved = await post(page, { ...bank, account: '55554444' });
  assert.match(saved.body, /•••• 4444/);
  assert.equal((await open(link.url)).statusCode, 410);
});

test('the person cannot be changed once a link was made', async () => {
  const account = await createAccount();
  await createLink(account);
  const changed = await call('POST', `/accounts/${account}`, { 'individual[first_name]': 'Eve' });
  assert.equal(changed.status, 400);
  assert.equal(changed.body.error.param, 'individual');
});

test('a parameter that Stripe does not know is refused', async () => {
  const { status, body } = await call('POST', '/accounts', { nickname: 'Ada' });
  assert.equal(status, 400);
  assert.equal(body.error.code, 'parameter_unknown');
});

for (const authorization of [undefined, 'Bearer sk_live_1', 'Bearer anything', 'Basic abc']) {
  test(`a call with the key "${authorization}" is answered 401`, async () => {
    const headers = authorization ? { authorization } : {};
    const response = await stripe.inject({ url: '/v1/accounts', headers });
    assert.equal(response.statusCode, 401);
  });
}

test('the state survives a restart, including undelivered events', async () => {
  const account = await createAccount();
  const link = await createLink(account);
  await until(() => receiver.events.some((event) => event.account === account));
  receiver.state.isRefusing = true;
  const before = receiver.events.length;
  await call('POST', `/accounts/${account}`, { email: 'ada@kargo.example' });

  await stripe.close();
  receiver.state.isRefusing = false;
  stripe = await start();
  await until(() => receiver.events.length > before);
  assert.equal(receiver.events.at(-1)?.account, account);
  assert.match(String((await open(link)).headers.location), /^\/setup\/visit\//);
});

test('an event that is refused is sent again, the same', async () => {
  receiver.state.isRefusing = true;
  const account = await createAccount();
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.ok(!receiver.events.some((event) => event.account === account));
  receiver.state.isRefusing = false;
  await until(() => receiver.events.some((event) => event.account === account));
});

test('pictures of documents are not stored', async () => {
  const form = new FormData();
  form.append('purpose', 'identity_document');
  const png = Buffer.concat([Buffer.from('\x89PNG', 'latin1'), Buffer.from('the-picture-itself')]);
  form.append('file', new File([png], 'document.png', { type: 'image/png' }));
  const encoded = new Response(form);
  const response = await stripe.inject({
    method: 'POST',
    url: '/v1/files',
    headers: { ...key, 'content-type': String(encoded.headers.get('content-type')) },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  assert.equal(response.json().size, png.length);
  const state = await readFile(join(dataFolder, 'stripe', 'state.json'), 'utf8');
  assert.match(state, new RegExp(response.json().id));
  assert.doesNotMatch(state, /the-picture-itself/);
});

test('on its first page a person decides on any account that was submitted', async () => {
  const account = await createAccount();
  await post(await visit(await createLink(account)), { ...bank, action: 'submit' });
  const decided = await post(`/stand-in/accounts/${account}/decision`, {
    decision: 'under_review',
  });
  assert.equal(decided.headers.location, '/');
  const { body } = await call('GET', `/accounts/${account}`);
  assert.equal(body.requirements.disabled_reason, 'under_review');
  assert.match((await open('/')).body, /The account is under review/);
});
