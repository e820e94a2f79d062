import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readMs } from './limits.ts';
import { openSocket } from './testing/open-socket.ts';
import { siteWithApi } from './testing/site-with-api.ts';

// The answer is more than the buffers of all sockets on its way hold.
const answer = Buffer.alloc(64 * 1024 * 1024, 'x');

test('A visitor who takes a byte a second holds neither the API nor memory for long', async (context) => {
  const { socket, response, setInterval, clearInterval } = await readSlowly(context);
  const timer = setInterval(() => socket.read(1), 1000);
  context.after(() => clearInterval(timer));
  assert.ok(response.writableLength > answer.length / 4, 'the gateway does not take it all');
  // To get to the gateway's end of the connection, what fills the buffers needs a moment.
  await wait(300);
  const closed = once(response, 'close');
  for (let look = 0; look < 3; look += 1) context.mock.timers.tick(readMs);
  await closed;
  assert.equal(response.writableFinished, false);
});

test('A visitor who is slow but goes on reading gets the whole answer', async (context) => {
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
  while (size < answer.length) await wait(10);
  assert.equal(socket.destroyed, false);
});

/** A socket that has asked for the answer and reads nothing, and the API's end of it. */
async function readSlowly(context: TestContext) {
  // Those of the sockets themselves are Node's own, and go on.
  const { setInterval, clearInterval } = globalThis;
  context.mock.timers.enable({ apis: ['setInterval'] });
  const { promise: response, resolve } = Promise.withResolvers<ServerResponse>();
  const site = await siteWithApi(context, (_request, response) => {
    response.end(answer);
    resolve(response);
  });
  const socket = await openSocket(context, site, ['GET /api/v1/x HTTP/1.1', 'Host: a', '', '']);
  socket.pause();
  const opened = await response;
  await wait(300);
  return { socket, response: opened, setInterval, clearInterval };
}
