import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildApp } from '../app.ts';
import { readEnv } from '../env.ts';
import { fixtureSite, PUBLISHERS } from '../testing/fixture-releases.ts';

const { folder } = await fixtureSite(test);
const app = await buildApp(
  readEnv({
    RELEASES: folder,
    PUBLISHERS,
    LOG_LEVEL: 'silent',
    SITE_URL: 'https://kargo.example',
  }),
);
test.after(() => app.close());

test('robots.txt allows everything, and names the sitemap', async () => {
  const { body, headers } = await app.inject('/robots.txt');
  assert.equal(body, 'User-agent: *\nAllow: /\n\nSitemap: https://kargo.example/sitemap.xml\n');
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-cache');
});

test('The sitemap lists only the pages that search engines may list, by their absolute addresses', async () => {
  const { body, headers } = await app.inject('/sitemap.xml');
  assert.deepEqual(body.match(/<loc>.*?<\/loc>/g), ['<loc>https://kargo.example/</loc>']);
  assert.match(body, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /);
  assert.equal(headers['content-type'], 'application/xml; charset=utf-8');
});
