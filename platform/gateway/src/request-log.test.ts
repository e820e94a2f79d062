import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fixtureSite } from './testing/fixture-releases.ts';
import { gateway } from './testing/gateway.ts';
import { openSocket } from './testing/open-socket.ts';
import { siteWithApi } from './testing/site-with-api.ts';

for (const token of ['q3Jd8f-sK29_xVb7LmPz4RtYw1CnHe6U', 'eyJhbGci.eyJzdWIi.s-g%2F=']) {
  test(`Every response is one line with its id, and ${token} is not in it, whatever goes wrong`, async (context) => {
    const { folder } = await fixtureSite(context);
    const variables = { API_URL: 'http://127.0.0.1:1', LOG_LEVEL: 'trace' };
    const { get, log } = await gateway(context, folder, variables);
    const headers = {
      cookie: `XSRF-TOKEN=${token}`,
      authorization: `Bearer ${token}`,
      'x-xsrf-token': token,
    };
    const paths = [
      `/profile?magic_token=${token}`,
      `/profile?magic_token%3D${token}`,
      `/profile?${token}`,
      `/profile/${token}`,
      `//${token}`,
      `/releases/${token}`,
      `/api/v1/payout-links/${token}/`,
      `/api//v1/payout-links//${token}`,
      `/api/v1/resend-onboarding-link/${token}/1?token=${token}`,
      `/releases/missing.js?token=${token}`,
      `/${token}%?token=${token}`,
    ];
    for (const url of paths) {
      const { headers: answered, statusCode } = await get(url, headers);
      const [line, ...more] = log.filter((line) => line.includes('"msg":"answered"'));
      const { reqId, status, method } = JSON.parse(line ?? '{}');
      const expected = { reqId: answered['x-request-id'], status: statusCode, method: 'GET' };
      assert.deepEqual({ reqId, status, method }, expected);
      assert.deepEqual(more, []);
      assert.deepEqual(
        log.splice(0).filter((line) => line.includes(token)),
        [],
      );
    }
  });
}

test('A line has the address of a page or file, or else the pattern of the route', async (context) => {
  const { folder } = await fixtureSite(context);
  const { get, log } = await gateway(context, folder, { API_URL: 'http://127.0.0.1:1' });
  const logged: [url: string, path: string][] = [
    ['/', '/'],
    ['/FAQs?from=footer', '/FAQs'],
    ['/nowhere', '/*'],
    ['/nowhere?kargo-preview=x', '/*'],
    ['/releases/marketing/1.0.0/remoteEntry.js', '/releases/marketing/1.0.0/remoteEntry.js'],
    ['/releases/nothing.js', 'none'],
    ['/api/v1/ip', '/api/*'],
  ];
  for (const [url, path] of logged) {
    await get(url);
    const [line] = log.splice(0).filter((line) => line.includes('"msg":"answered"'));
    assert.equal(JSON.parse(line ?? '{}').path, path, url);
  }
});

test('A visitor who disconnects causes no warning', { timeout: 60_000 }, async (context) => {
  const lines: string[] = [];
  const calls = new EventEmitter();
  const site = await siteWithApi(
    context,
    (request, response) => {
      request.on('error', () => {});
      response.once('close', () => calls.emit('left'));
      if (request.method === 'GET') response.write('a part of the response');
      calls.emit('there');
    },
    { LOG_LEVEL: 'info' },
    lines,
  );
  const post = (path: string) => [`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 100'];
  const form = 'Content-Type: multipart/form-data; boundary=x';
  const upload = [...post('/api/v1/driver/profile/update'), form];
  const passedOn = [
    ['GET /api/v1/ip HTTP/1.1', 'Host: a', '', ''],
    [...upload, 'Authorization: Bearer a', '', '--x'],
  ];
  for (const request of passedOn) {
    const there = once(calls, 'there');
    const socket = await openSocket(context, site, request);
    await there;
    const left = once(calls, 'left');
    socket.destroy();
    await left;
  }
  const sender = await openSocket(context, site, [...post('/api/v1/login'), '', '{']);
  const anonymous = await openSocket(context, site, [...upload, '', '--x']);
  await once(anonymous, 'data');
  for (const socket of [sender, anonymous]) socket.destroy();
  const refused = () => lines.filter((line) => line.includes('call refused'));
  while (refused().length < 2) await wait(10);
  assert.deepEqual(
    lines.filter((line) => JSON.parse(line).level > 30),
    [],
  );
});
