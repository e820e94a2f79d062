import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rest } from '../limits.ts';
import { openSocket, received } from '../testing/open-socket.ts';
import { listeningGateway } from '../testing/site-with-api.ts';

const ofBrowser = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8';
const ofCall = 'Accept: application/json, text/plain, */*';
const cookies = (bytes: number) => `Cookie: a=${'x'.repeat(bytes)}`;

const requests: [what: string, lines: string[], status: number, page?: RegExp][] = [
  [
    'More cookies than Node reads',
    ['GET /login HTTP/1.1', 'Host: a', ofBrowser, cookies(17_000), '', ''],
    431,
    /Delete the cookies of this site/,
  ],
  [
    'Many times as many cookies, which still arrive after the response',
    ['GET /login HTTP/1.1', 'Host: a', ofBrowser, cookies(2_000_000), '', ''],
    431,
    /Delete the cookies of this site/,
  ],
  [
    'An address that is far too long',
    [`GET /login?${'x'.repeat(20_000)} HTTP/1.1`, 'Host: a', ofBrowser, '', ''],
    431,
    /Delete the cookies of this site/,
  ],
  [
    'A cookie that is not text',
    ['GET /login HTTP/1.1', 'Host: a', ofBrowser, 'Cookie: a=\u0001', '', ''],
    400,
    /Delete the cookies of this site/,
  ],
  ['A call', ['GET /api/v1/ip HTTP/1.1', 'Host: a', ofCall, cookies(17_000), '', ''], 431],
  [
    'A call with a cookie that is not text',
    ['GET / HTTP/1.1', ofCall, 'Cookie: \u0001', '', ''],
    400,
  ],
];

for (const [what, lines, status, page] of requests) {
  test(`${what}: ${status} with ${page ? 'a page' : 'JSON'}`, async (context) => {
    const site = await listeningGateway(context, {});
    const started = performance.now();
    const response = await received(await openSocket(context, site, lines));
    const [head = '', body = ''] = response.split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const header of [
      /^content-security-policy: default-src 'none'/im,
      /^x-content-type-options: nosniff/im,
      /^cache-control: private, no-store/im,
      /^connection: close/im,
    ])
      assert.match(head, header);
    assert.doesNotMatch(head, /clear-site-data/i);
    const [, length] = /^content-length: (\d+)/im.exec(head) ?? [];
    assert.equal(Number(length), Buffer.byteLength(body));
    if (page) assert.match(body, page);
    else assert.deepEqual(Object.keys(JSON.parse(body)), ['code', 'message']);
    assert.ok(performance.now() - started < rest.milliseconds + 6000);
  });
}
