import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { apiConnections, call } from '../limits.ts';
import { openSocket } from '../testing/open-socket.ts';
import { siteWithApi } from '../testing/site-with-api.ts';

// Connections that hold resources do not affect other visitors. A trusted proxy sets the addresses, so
// that this machine can have many.

const visitor = '192.0.2.1';
const others = Array.from({ length: 500 }, (_, index) => `198.51.${index >> 8}.${index & 255}`);
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
    const calls = others.slice(0, 150).map((address) =>
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
