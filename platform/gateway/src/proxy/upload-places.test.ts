import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { upload } from '../limits.ts';
import { openSocket } from '../testing/open-socket.ts';
import { asDriver, listeningGateway, siteWithApi } from '../testing/site-with-api.ts';

// A trusted proxy sets the addresses, so that this machine can have many.
const trusting = { TRUST_PROXY: '127.0.0.1' };
const profileForm = apiBasePath + apiPaths.updateProfile();
const payoutForm = apiBasePath + apiPaths.insertPayoutDetails();

let calls = 0;
const counting = await siteWithApi(test, (_request, response) => {
  calls += 1;
  response.end();
});

for (const [who, headers] of [
  ['nobody', []],
  ['somebody with another kind of token', ['Authorization: Basic YTpi']],
  ['a driver whose session has ended', ['Authorization: Bearer nobody']],
] as const) {
  test(`An upload by ${who} is refused before its body is read`, async (context) => {
    const socket = await halfAnUpload(context, counting, { headers });
    const reply = await firstOf(socket);
    assert.match(reply, /^HTTP\/1\.1 401 .*\r\nwww-authenticate: Bearer\r\n.*"unauthorized"/s);
    assert.equal(calls, 0);
  });
}

test('A refused upload is read completely, so that its sender sees the response', async () => {
  const body = 'x'.repeat(upload.bytes - 1000);
  for (const authorization of ['', 'Bearer nobody']) {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization };
    const response = await fetch(counting + profileForm, { method: 'POST', headers, body });
    assert.equal(response.status, 401);
  }
});

test('Uploads of unknown senders do not prevent drivers from uploading', async (context) => {
  const site = await siteWithApi(context, answer, trusting);
  const stuck = Array.from({ length: 160 }, (_, index) =>
    halfAnUpload(context, site, {
      address: `198.51.100.${index}`,
      headers: index % 2 === 0 ? [] : ['Authorization: Bearer nobody'],
    }),
  );
  await Promise.all(stuck);
  const uploads = Array.from({ length: 14 }, (_, index) => send(site, `driver-${index}`));
  assert.deepEqual(new Set(await Promise.all(uploads)), new Set([200]));
});

test('The open uploads of one address are limited, independently of other addresses', async (context) => {
  const arriving: string[] = [];
  const site = await siteWithApi(context, noting(arriving), {
    ...trusting,
    UPLOADS_PER_ADDRESS: '3',
  });
  for (const token of ['a', 'b', 'c']) {
    await halfAnUpload(context, site, {
      address: '2001:db8::1',
      headers: [`Authorization: Bearer ${token}`],
    });
  }
  await untilSo(() => arriving.length === 3);
  assert.equal(await send(site, 'd', { address: '2001:db8::2' }), 429);
  assert.equal(await send(site, 'e', { address: '2001:db8:1::1' }), 200);
});

test('Only one form of a driver arrives at a time: a newer one replaces it', async (context) => {
  const arriving: string[] = [];
  const site = await siteWithApi(context, noting(arriving), trusting);
  const headers = ['Authorization: Bearer ada'];
  const first = await halfAnUpload(context, site, { headers });
  await untilSo(() => arriving.length === 1);
  const ended = new Promise((resolve) => first.once('close', resolve));
  assert.equal(await send(site, 'ada', { address: '203.0.113.7' }), 200);
  await ended;
});

test('At most two forms of a driver are processed, from whatever address', async (context) => {
  const waiting: ServerResponse[] = [];
  const site = await siteWithApi(
    context,
    async (request, response) => {
      await text(request);
      waiting.push(response);
    },
    trusting,
  );
  const open = [send(site, 'ada', { address: '192.0.2.1' })];
  await untilSo(() => waiting.length === 1);
  open.push(send(site, 'ada', { address: '192.0.2.2', path: payoutForm }));
  await untilSo(() => waiting.length === 2);
  assert.equal(await send(site, 'ada', { address: '192.0.2.3' }), 429);
  const other = send(site, 'ben', { address: '192.0.2.4' });
  await untilSo(() => waiting.length === 3);
  for (const response of waiting) response.end();
  assert.deepEqual(await Promise.all([...open, other]), [200, 200, 200]);

  const again = send(site, 'ada');
  await untilSo(() => waiting.length === 4);
  waiting[3]?.end();
  assert.equal(await again, 200);
});

test('Each kind of form has its own places', async (context) => {
  const arriving: string[] = [];
  const site = await siteWithApi(context, noting(arriving), trusting);
  for (let index = 0; index < upload.atOnce; index += 1) {
    await halfAnUpload(context, site, {
      path: payoutForm,
      address: `198.51.100.${index}`,
      headers: [`Authorization: Bearer driver-${index}`],
    });
  }
  await untilSo(() => arriving.length === upload.atOnce);
  assert.equal(await send(site, 'ada', { path: payoutForm }), 503);
  assert.equal(await send(site, 'ada'), 200);
});

for (const [what, bytes] of [
  ['half a form', undefined],
  ['a whole form', 3000],
] as const) {
  test(`A sender of ${what} who disconnects before being identified takes no place`, async (context) => {
    const arriving: string[] = [];
    const site = await siteWithApi(context, noting(arriving), trusting);
    // As many uploads as there are places, with as many of each driver and address as allowed.
    const leave = async (index: number) => {
      const address = `198.51.100.${Math.floor(index / 16)}`;
      const headers = [`Authorization: Bearer slow-${Math.floor(index / upload.perDriver)}`];
      const socket = await halfAnUpload(context, site, { address, headers, bytes });
      await wait(50);
      socket.destroy();
    };
    await Promise.all(Array.from({ length: upload.atOnce }, (_, index) => leave(index)));
    // The API has been asked about all other senders before.
    assert.equal(await send(site, 'slow-0', { address: '198.51.100.0' }), 200);
    assert.deepEqual(arriving, ['Bearer slow-0']);
  });
}

test('While the API cannot identify senders, uploads are refused', async (context) => {
  const site = await listeningGateway(context, { API_URL: 'http://127.0.0.1:1' });
  assert.equal(await send(site, 'ada'), 503);
});

interface Sender {
  path?: string;
  address?: string;
  headers?: readonly string[];
  /** Declared length of the form, in bytes; only 3000 are sent. */
  bytes?: number | undefined;
}

/** Opens a connection, and sends only the beginning of an upload. */
function halfAnUpload(context: TestContext, site: string, sender: Sender) {
  const { path = profileForm, address = '192.0.2.1', headers = [], bytes = 400_000 } = sender;
  return openSocket(context, site, [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: ${address}`,
    ...headers,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${bytes}`,
    '',
    '--x'.repeat(1000),
  ]);
}

/** Sends a whole upload, and returns the status of the response. */
async function send(site: string, token: string, sender: Sender = {}): Promise<number> {
  const { path = profileForm, address = '192.0.2.1' } = sender;
  const response = await fetch(site + path, {
    method: 'POST',
    headers: {
      ...asDriver(token),
      'x-forwarded-for': address,
      'content-type': 'multipart/form-data; boundary=x',
    },
    body: 'x'.repeat(10_000),
  });
  await response.text();
  return response.status;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await text(request).catch(() => 'a body that was broken off');
  response.end();
}

/** An API that records who is uploading as soon as the body begins. */
function noting(arriving: string[]) {
  return (request: IncomingMessage, response: ServerResponse) => {
    arriving.push(request.headers.authorization ?? '');
    return answer(request, response);
  };
}

async function firstOf(socket: NodeJS.ReadableStream): Promise<string> {
  const deadline = wait(5000, 'nothing', { ref: false });
  const first = new Promise((resolve) => socket.once('data', resolve));
  return String(await Promise.race([first, deadline]));
}

async function untilSo(isSo: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`It did not come to be so: ${isSo}`);
    await wait(10);
  }
}
