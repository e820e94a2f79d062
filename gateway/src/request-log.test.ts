import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildApp } from './app.ts';
import { readEnv } from './env.ts';
import { loggableUrl } from './request-log.ts';
import { fixtureSite } from './testing/fixture-releases.ts';

const token = 'q3Jd8f-sK29_xVb7LmPz4RtYw1CnHe6U';

const addresses: [url: string, logged: string][] = [
  ['/', '/'],
  ['/FAQs?from=footer', '/FAQs?from'],
  [`/profile?magic_token=${token}`, '/profile?magic_token'],
  [`/stripe-error?token=${token}&a=b`, '/stripe-error?token&a'],
  ['/?a=b?token=c', '/?a'],
  [`/api/v1/resend-onboarding-link/${token}/1`, '/api/v1/resend-onboarding-link/…/1'],
  ['/releases/shell/0.1.0-3fa9c1d20b/main.3fa9c1d20b.js', undefined],
].map(([url = '', logged]) => [url, logged ?? url]);

for (const [url, logged] of addresses) {
  test(`${url} is logged as ${logged}`, () => assert.equal(loggableUrl(url), logged));
}

test('Every answer is one line with its id, and no secret is in it, whatever goes wrong', async (context) => {
  const { folder } = await fixtureSite(context);
  const lines: string[] = [];
  const env = readEnv({ RELEASES_DIR: folder, API_URL: 'http://127.0.0.1:1' });
  const app = await buildApp(env, {
    level: 'trace',
    stream: { write: (line) => lines.push(line) },
  });
  context.after(() => app.close());
  const headers = {
    cookie: `XSRF-TOKEN=${token}`,
    authorization: `Bearer ${token}`,
    'x-xsrf-token': token,
  };
  const paths = [
    `/profile?magic_token=${token}`,
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
