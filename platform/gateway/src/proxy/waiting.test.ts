import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { reportsPath } from '@kargo/shared-types/releases/release-addresses';
import { apiConnections, call, headersMs, reports, responseMs, upload } from '../limits.ts';
import { openSocket, received } from '../testing/open-socket.ts';
import { siteWithApi } from '../testing/site-with-api.ts';

// Each test waits for a whole timeout, so they run concurrently.
describe('Timeouts', { concurrency: true }, () => {
  test('Calls to an API that hangs time out, even those that wait for a connection', async (context) => {
    const site = await siteWithApi(context, () => {});
    const started = performance.now();
    const waiting = Array.from({ length: apiConnections.rest + 20 }, async () => {
      const response = await fetch(site + apiBasePath + apiPaths.ip());
      const { code } = (await response.json()) as { code: string };
      return [response.status, code, response.headers.get('retry-after')];
    });
    const responses = await Promise.all(waiting);
    for (const response of responses)
      assert.match(response.join(' '), /^503 unavailable ([5-9]|10)$/);
    const pauses = new Set(responses.map(([, , seconds]) => seconds));
    assert.ok(pauses.size > 3, 'All clients would come back at the same time');
    requireAbout(responseMs.read, started);
  });

  test('A body that never comes is refused', async (context) => {
    const site = await siteWithApi(context, (_request, response) => response.end());
    const started = performance.now();
    const socket = await openSocket(context, site, bodyOf(400, 'application/json'));
    assert.match(await received(socket), /^HTTP\/1\.1 408 .*\r\n/);
    requireAbout(call.milliseconds, started);
  });

  test('A report whose body never comes is cut off', async (context) => {
    const site = await siteWithApi(context, (_request, response) => response.end());
    const started = performance.now();
    const head = ['Host: a', 'Content-Type: text/plain', 'Content-Length: 400', '', '{'];
    const socket = await openSocket(context, site, [`POST ${reportsPath} HTTP/1.1`, ...head]);
    await received(socket);
    requireAbout(reports.milliseconds, started);
  });

  test('An upload that is too slow is refused, and one that is just fast enough is not', async (context) => {
    const site = await siteWithApi(context, async (request, response) => {
      const body = await text(request).catch(() => 'a part');
      response.end(`got ${body.length}`);
    });
    const size = 2 * upload.bytesInTime;
    const send = async (share: number) => {
      const socket = await openSocket(
        context,
        site,
        bodyOf(size, 'multipart/form-data; boundary=x'),
      );
      dribble(context, socket, { size, bytesASecond: share * (upload.bytesInTime / 10) });
      return received(socket);
    };
    const started = performance.now();
    const enough = send(1.3);
    assert.match(await send(0.5), /^HTTP\/1\.1 408 .*\r\n/);
    requireAbout(upload.milliseconds, started);
    assert.match(await enough, new RegExp(`got ${size}$`));
  });

  test('A socket that sends nothing is closed', async (context) => {
    const site = await siteWithApi(context, (_request, response) => response.end());
    const started = performance.now();
    const openings = [[''], ['GET / HTTP/1.1', 'Host:']];
    await Promise.all(
      openings.map(async (lines) => received(await openSocket(context, site, lines))),
    );
    requireAbout(headersMs, started);
  });
});

function requireAbout(milliseconds: number, started: number): void {
  const elapsed = performance.now() - started;
  assert.ok(elapsed > milliseconds - 500 && elapsed < milliseconds + 6000, `after ${elapsed} ms`);
}

function bodyOf(size: number, type: string): string[] {
  const path =
    apiBasePath + (type.startsWith('multi') ? apiPaths.updateProfile() : apiPaths.login());
  const token = `Authorization: Bearer ${crypto.randomUUID()}`;
  const headers = ['Host: localhost', 'Connection: close', token, `Content-Type: ${type}`];
  return [`POST ${path} HTTP/1.1`, ...headers, `Content-Length: ${size}`, '', ''];
}

/** Sends bytes at a constant rate until a response, even if a busy machine delays the timer. */
function dribble(
  context: TestContext,
  socket: Socket,
  { size, bytesASecond }: { size: number; bytesASecond: number },
): void {
  const started = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.ceil(((performance.now() - started) / 1000) * bytesASecond);
    const now = Math.min(due, size) - sent;
    sent += now;
    socket.write('x'.repeat(now));
    if (sent === size) stop();
  }, 100);
  const stop = () => clearInterval(timer);
  context.after(stop);
  socket.once('data', stop).once('close', stop);
}

// Connections that hold resources do not affect other visitors. A trusted proxy sets the addresses,
// so that this machine can have many.

const visitor = '192.0.2.1';
const others = Array.from(
  { length: process.env.PROOF ? 500 : 150 },
  (_, index) => `198.51.${index >> 8}.${index & 255}`,
);
const neighbours = Array.from({ length: 120 }, () => visitor);
const trusting = { TRUST_PROXY: '127.0.0.1' };

test('Sockets whose bodies never arrive do not delay other requests', async (context) => {
  const site = await siteWithApi(context, answer, trusting);
  const stuck = (address: string) =>
    openSocket(context, site, [
      `POST ${apiBasePath}${apiPaths.login()} HTTP/1.1`,
      'Host: localhost',
      `X-Forwarded-For: ${address}`,
      'Content-Type: application/json',
      'Content-Length: 400',
      '',
      '{',
    ]);
  await Promise.all([...others, ...neighbours].map(stuck));
  await requireSoon(site);
});

test('Uploads that never arrive delay no requests except other uploads', async (context) => {
  const site = await siteWithApi(context, answer, trusting);
  const stuck = (address: string) =>
    openSocket(context, site, [
      `POST ${apiBasePath}${apiPaths.updateProfile()} HTTP/1.1`,
      'Host: localhost',
      `X-Forwarded-For: ${address}`,
      `Authorization: Bearer ${crypto.randomUUID()}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 400000',
      '',
      '--x',
    ]);
  await Promise.all([...others, ...neighbours].map(stuck));
  await requireSoon(site);
});

for (const [dependency, method, path] of [
  ['identity', 'POST', apiPaths.login()],
  ['stripe', 'POST', apiPaths.stripeWebhook()],
  ['stripe', 'GET', apiPaths.payoutReturn('token')],
  ['storage', 'GET', apiPaths.profileImage('a.webp')],
] as const) {
  test(`Calls that wait for the dependency behind ${path} do not delay others`, async (context) => {
    let waiting = 0;
    const site = await siteWithApi(
      context,
      (request, response) => {
        if (request.url !== apiBasePath + path) return answer(request, response);
        waiting += 1;
      },
      trusting,
    );
    const left = new AbortController();
    const calls = others.slice(0, 50).map((address) =>
      fetch(site + apiBasePath + path, {
        method,
        headers: { 'x-forwarded-for': address },
        signal: left.signal,
      }).catch(() => undefined),
    );
    while (waiting < apiConnections[dependency]) await wait(20);
    await requireSoon(site, dependency === 'identity' ? apiPaths.logout() : apiPaths.login());
    assert.equal(waiting, apiConnections[dependency]);
    left.abort();
    await Promise.all(calls);
  });
}

/** Expects that a visitor gets responses at once while the other requests are still waiting. */
async function requireSoon(site: string, post: string = apiPaths.login()): Promise<void> {
  const headers = { 'x-forwarded-for': visitor };
  const end = performance.now() + call.milliseconds / 2;
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 || (fastest > 500 && performance.now() < end); round += 1) {
    const started = performance.now();
    const ip = await fetch(site + apiBasePath + apiPaths.ip(), { headers });
    assert.equal(await ip.text(), 'response to nothing');
    const login = await fetch(site + apiBasePath + post, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    });
    assert.equal(await login.text(), 'response to {}');
    fastest = Math.min(fastest, performance.now() - started);
  }
  assert.ok(fastest < 500, `the fastest took ${fastest} ms`);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request).catch(() => 'a body that was broken off');
  response.end(`response to ${body || 'nothing'}`);
}
