import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from '@kargo/release-log/testing/listen';
import { readMs, rest, slowestBytesPerSecond, systemBuffer } from '../limits.ts';
import { fixtureSite } from '../testing/fixture-releases.ts';
import { gateway } from '../testing/gateway.ts';
import { openSocket, received } from '../testing/open-socket.ts';
import { siteWithApi } from '../testing/site-with-api.ts';
import { endUnreadBodies } from './slow-connections.ts';

// The response is larger than the buffers of all sockets between the API and the visitor.
const reply = Buffer.alloc(64 * 1024 * 1024, 'x');
const film = 'x'.repeat(12 * 1024 * 1024);

/** Maximum number of checks until a visitor who reads nothing is cut off. */
const mostLooks = 3 + (systemBuffer.bytes * systemBuffer.unseen) / inOneLook();

test('A visitor who reads a byte a second does not occupy the API or memory for long', async (context) => {
  const { socket, response, setInterval, clearInterval } = await readSlowly(context);
  const timer = setInterval(() => socket.read(1), 1000);
  context.after(() => clearInterval(timer));
  assert.ok(response.writableLength > reply.length / 4, 'the gateway does not take it all');
  // It takes a moment until all buffers on the way are full.
  await wait(300);
  const closed = once(response, 'close');
  for (let look = 0; look < mostLooks; look += 1) context.mock.timers.tick(readMs);
  await closed;
  assert.equal(response.writableFinished, false);
});

test('A visitor who reads slowly but steadily gets the whole response', async (context) => {
  const { socket, response, setInterval, clearInterval } = await readSlowly(context);
  let size = 0;
  socket.on('data', ({ length }) => {
    size += length;
  });
  const pause = setInterval(() => socket.pause(), 5);
  const look = setInterval(() => {
    socket.resume();
    context.mock.timers.tick(readMs / 10);
  }, 20);
  await once(response, 'finish');
  for (const timer of [pause, look]) clearInterval(timer);
  socket.resume();
  while (size < reply.length) await wait(10);
  assert.equal(socket.destroyed, false);
});

test('A visitor who steadily reads 8 kB a second gets a whole video', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const socket = await askForFilm(context);
  let size = 0;
  while (size < film.length && !socket.destroyed) {
    size += await take(socket, inOneLook());
    context.mock.timers.tick(readMs);
  }
  assert.ok(size >= film.length, `${size} of ${film.length} bytes`);
});

test('A visitor who stops reading a video is cut off', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const socket = await askForFilm(context);
  await take(socket, inOneLook());
  for (let look = 0; look < mostLooks; look += 1) context.mock.timers.tick(readMs);
  socket.resume();
  const closed = once(socket, 'close');
  let left = 0;
  socket.on('data', ({ length }) => {
    left += length;
  });
  await closed;
  assert.ok(left < film.length / 2, `${left} more bytes`);
});

/** Returns how many bytes a visitor who is just fast enough reads between two checks. */
function inOneLook(): number {
  return (slowestBytesPerSecond * readMs) / 1000;
}

/** Reads this many bytes, or until nothing has arrived for a while. */
async function take(socket: Awaited<ReturnType<typeof openSocket>>, bytes: number) {
  let size = 0;
  for (let attempt = 0; size < bytes && attempt < 20; attempt += 1) {
    const data = socket.read(Math.min(bytes - size, socket.readableLength)) as Buffer | null;
    size += data?.length ?? 0;
    await wait(2);
  }
  return size;
}

/** Returns a socket that has requested a video and reads nothing. */
async function askForFilm(context: TestContext) {
  const releases = await fixtureSite(context);
  await releases.writeShell('1.1.0', { 'public/film.mp4': film });
  await releases.serve({ shell: '1.1.0', marketing: '1.0.0' });
  let connection: Socket | undefined;
  context.after(async () => {
    // Otherwise the mocked timers of the next test would see its timer.
    if (connection && !connection.closed) await once(connection.destroy(), 'close');
  });
  const { app } = await gateway(context, releases.folder);
  const site = await app.listen({ host: '127.0.0.1', port: 0 });
  const connected = once(app.server, 'connection');
  const socket = await openSocket(context, site, ['GET /film.mp4 HTTP/1.1', 'Host: a', '', '']);
  [connection] = await connected;
  socket.pause();
  await once(socket, 'readable');
  await wait(300);
  return socket;
}

/** Returns a socket that has requested the response and reads nothing, and the API's response. */
async function readSlowly(context: TestContext) {
  // The sockets use Node's internal timers, which are not replaced.
  const { setInterval, clearInterval } = globalThis;
  context.mock.timers.enable({ apis: ['setInterval'] });
  const { promise: response, resolve } = Promise.withResolvers<ServerResponse>();
  const site = await siteWithApi(context, (_request, response) => {
    response.end(reply);
    resolve(response);
  });
  const socket = await openSocket(context, site, ['GET /api/v1/x HTTP/1.1', 'Host: a', '', '']);
  socket.pause();
  const opened = await response;
  await wait(300);
  return { socket, response: opened, setInterval, clearInterval };
}

describe('A body sent to a page', { concurrency: true }, () => {
  for (const [method, status] of [
    ['POST', 405],
    ['GET', 200],
  ] as const) {
    test(`It is not waited for after the response to ${method}`, async (context) => {
      const site = await siteWithApi(context, (_request, response) => response.end());
      const socket = await openSocket(context, site, bodyOf(method, 400_000));
      const started = performance.now();
      const reply = await received(socket);
      const elapsed = performance.now() - started;
      assert.match(reply, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.ok(elapsed < rest.milliseconds + 6000, `closed after ${elapsed} ms`);
    });
  }

  test('If it arrives soon, the connection stays open for the next request', async (context) => {
    const site = await siteWithApi(context, (_request, response) => response.end());
    const socket = await openSocket(context, site, bodyOf('POST', 5));
    const [first] = await once(socket, 'data');
    assert.match(`${first}`, /^HTTP\/1\.1 405 /);
    socket.write('moreGET /robots.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    assert.match(await received(socket), /^HTTP\/1\.1 200 /);
  });

  test('The same holds for one that an upload had begun to read', async (context) => {
    const server = createServer();
    endUnreadBodies(server);
    const requests = once(server, 'request');
    const origin = await listen(context, server);
    const socket = await openSocket(context, origin, bodyOf('POST', 5));
    const [request, response] = await requests;
    const upload = request.pipe(new PassThrough());
    await once(upload, 'data');
    upload.destroy();
    response.end();
    await once(socket, 'data');
    socket.write('more');
    const closed = once(socket, 'close').then(() => 'closed');
    assert.equal(await Promise.race([once(request, 'end').then(() => 'read'), closed]), 'read');
  });
});

/** Returns the headers and the first byte of a request with a body. */
function bodyOf(method: string, size: number): string[] {
  return [`${method} / HTTP/1.1`, 'Host: a', `Content-Length: ${size}`, '', 'x'];
}
