import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildApp } from './app.ts';
import { readEnv } from './env.ts';
import { fixtureSite, PUBLISHERS } from './testing/fixture-releases.ts';
import { openSocket } from './testing/open-socket.ts';
import { siteWithApi } from './testing/site-with-api.ts';

const token = 'q3Jd8f-sK29_xVb7LmPz4RtYw1CnHe6U';

test('Every answer is one line with its id, and no secret is in it, whatever goes wrong', async (context) => {
  const { folder } = await fixtureSite(context);
  const lines: string[] = [];
  const env = readEnv({
    RELEASES_DIR: folder,
    PUBLISHERS,
    API_URL: 'http://127.0.0.1:1',
    LOG_LEVEL: 'trace',
  });
  const app = await buildApp(env, { write: (line) => lines.push(line) });
  context.after(() => app.close());
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
  ];
  for (const url of paths) {
    const { headers: answered, statusCode } = await app.inject({ url, headers });
    const [line, ...more] = lines.filter((line) => line.includes('"msg":"answered"'));
    const { reqId, status, method } = JSON.parse(line ?? '{}');
    const expected = { reqId: answered['x-request-id'], status: statusCode, method: 'GET' };
    assert.deepEqual({ reqId, status, method }, expected);
    assert.deepEqual(more, []);
    assert.deepEqual(
      lines.splice(0).filter((line) => line.includes(token)),
      [],
    );
  }
  await app.inject(`/%?token=${token}`);
  assert.doesNotMatch(lines.join(''), new RegExp(token));
});

const logged: [url: string, path: string][] = [
  ['/', '/'],
  ['/FAQs?from=footer', '/FAQs'],
  ['/nowhere', '/*'],
  ['/releases/marketing/1.0.0/remoteEntry.js', '/releases/marketing/1.0.0/remoteEntry.js'],
  ['/releases/nothing.js', 'none'],
  ['/api/v1/ip', '/api/*'],
];

for (const [url, path] of logged) {
  test(`${url} is logged as ${path}`, async (context) => {
    const { folder } = await fixtureSite(context);
    const lines: string[] = [];
    const env = readEnv({ RELEASES_DIR: folder, PUBLISHERS, API_URL: 'http://127.0.0.1:1' });
    const app = await buildApp(env, { write: (line) => lines.push(line) });
    context.after(() => app.close());
    await app.inject(url);
    const [line] = lines.filter((line) => line.includes('"msg":"answered"'));
    assert.equal(JSON.parse(line ?? '{}').path, path);
  });
}

test('A visitor who goes away is no warning', async (context) => {
  const lines: string[] = [];
  const isThere = Promise.withResolvers<void>();
  const site = await siteWithApi(
    context,
    (request, response) => {
      request.on('error', () => {});
      response.write('a part of the answer');
      isThere.resolve();
    },
    { LOG_LEVEL: 'info' },
    { write: (line) => lines.push(line) },
  );
  const head = (path: string) => [`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 100'];
  const multipart = 'Content-Type: multipart/form-data; boundary=x';
  const reader = await openSocket(context, site, ['GET /api/v1/ip HTTP/1.1', 'Host: a', '', '']);
  const sender = await openSocket(context, site, [...head('/api/v1/login'), '', '{']);
  const uploader = await openSocket(context, site, [
    ...head('/api/v1/driver/profile/update'),
    multipart,
    '',
    '--x',
  ]);
  await isThere.promise;
  for (const socket of [reader, sender, uploader]) socket.destroy();
  const left = () => lines.filter((line) => /went away|refused/.test(line));
  while (left().length < 3) await new Promise(setImmediate);
  assert.deepEqual(
    lines.filter((line) => JSON.parse(line).level > 30),
    [],
  );
});
