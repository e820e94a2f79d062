import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { rest } from './limits.ts';
import { openSocket, received } from './testing/open-socket.ts';
import { siteWithApi } from './testing/site-with-api.ts';

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
});

/** Returns the headers and the first byte of a body. */
function bodyOf(method: string, size: number): string[] {
  return [`${method} / HTTP/1.1`, 'Host: a', `Content-Length: ${size}`, '', 'x'];
}
