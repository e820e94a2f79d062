import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildApp } from '../app.ts';
import { readEnv } from '../env.ts';
import { fixtureSite, onHttps, PUBLISHERS } from '../testing/fixture-releases.ts';

const { folder } = await fixtureSite(test);
const app = await buildApp(
  readEnv({
    ...onHttps(folder),
    LOG_LEVEL: 'silent',
  }),
);
test.after(() => app.close());

test('robots.txt allows everything, and names the sitemap', async () => {
  const { body, headers } = await app.inject('/robots.txt');
  assert.equal(body, 'User-agent: *\nAllow: /\n\nSitemap: https://kargo.example/sitemap.xml\n');
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-cache');
});

test('security.txt says where to report vulnerabilities, and until when, once it is configured', async (context) => {
  const variables = {
    SECURITY_CONTACT: 'mailto:security@kargo.example',
    SECURITY_EXPIRES: '2027-06-30T00:00:00Z',
  };
  const env = readEnv({ RELEASES: folder, PUBLISHERS, LOG_LEVEL: 'silent', ...variables });
  const configured = await buildApp(env);
  context.after(() => configured.close());
  const { body, headers } = await configured.inject('/.well-known/security.txt');
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(
    body,
    'Contact: mailto:security@kargo.example\nExpires: 2027-06-30T00:00:00Z\nPreferred-Languages: en\nCanonical: http://localhost:3000/.well-known/security.txt\n',
  );
  assert.equal((await app.inject('/.well-known/security.txt')).statusCode, 404);
});

test('The sitemap lists only the pages that search engines may list, by their absolute addresses', async () => {
  const { body, headers } = await app.inject('/sitemap.xml');
  assert.deepEqual(body.match(/<loc>.*?<\/loc>/g), ['<loc>https://kargo.example/</loc>']);
  assert.match(body, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /);
  assert.equal(headers['content-type'], 'application/xml; charset=utf-8');
});
