import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { rest } from '../limits.ts';
import { listen } from '../testing/listen.ts';
import { openSocket, received } from '../testing/open-socket.ts';
import { siteWithApi } from '../testing/site-with-api.ts';
import { endUnreadBodies } from './slow-connections.ts';

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

  test('Also one that an upload had begun to read', async (context) => {
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

/** Returns the headers and the first byte of a body. */
function bodyOf(method: string, size: number): string[] {
  return [`${method} / HTTP/1.1`, 'Host: a', `Content-Length: ${size}`, '', 'x'];
}
