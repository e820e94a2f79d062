import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixtureSite, onHttps } from '../testing/fixture-releases.ts';
import { gateway } from '../testing/gateway.ts';

const { folder } = await fixtureSite(test);
const { get } = await gateway(test, folder, onHttps(folder));

test('robots.txt allows everything, and names the sitemap', async () => {
  const { body, headers } = await get('/robots.txt');
  assert.equal(body, 'User-agent: *\nAllow: /\n\nSitemap: https://kargo.example/sitemap.xml\n');
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-cache');
});

test('security.txt says where to report vulnerabilities, and until when, once it is configured', async (context) => {
  const variables = {
    SECURITY_CONTACT: 'mailto:security@kargo.example',
    SECURITY_EXPIRES: '2027-06-30T00:00:00Z',
  };
  const configured = await gateway(context, folder, variables);
  const { body, headers } = await configured.get('/.well-known/security.txt');
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(
    body,
    'Contact: mailto:security@kargo.example\nExpires: 2027-06-30T00:00:00Z\nPreferred-Languages: en\nCanonical: http://localhost:3000/.well-known/security.txt\n',
  );
  assert.equal((await get('/.well-known/security.txt')).statusCode, 404);
});

test('A password manager is led to the form for a new password', async () => {
  const { statusCode, headers } = await get('/.well-known/change-password');
  assert.equal(statusCode, 302);
  assert.equal(headers.location, '/profile#change-password');
  // They check this address first.
  const other = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  assert.equal((await get(other)).statusCode, 404);
});

test('The sitemap lists only the pages that search engines may list, by their absolute addresses', async () => {
  const { body, headers } = await get('/sitemap.xml');
  assert.deepEqual(body.match(/<loc>.*?<\/loc>/g), ['<loc>https://kargo.example/</loc>']);
  assert.match(body, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /);
  assert.equal(headers['content-type'], 'application/xml; charset=utf-8');
});
