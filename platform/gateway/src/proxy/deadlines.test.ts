import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
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

/** Sends bytes at a constant rate until there is a response, even if a busy machine delays the timer. */
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
