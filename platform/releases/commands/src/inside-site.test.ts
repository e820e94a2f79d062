import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { build } from '@kargo/delivery/testing/test-site';
import { hashOf } from '@kargo/release-log/log/app-record';
import { listen } from '@kargo/release-log/testing/listen';
import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import type { ReleaseMap } from '@kargo/shared-types/releases/page-release';
import {
  releaseMapPath,
  reportsPath,
  rootPlaceholder,
} from '@kargo/shared-types/releases/release-addresses';
import { insideSite } from './inside-site.ts';

const built = await build({ screens: { Home: [] } });

const map = '{"auth":[{"url":"/a.js","version":"1"}],"marketing":[{"url":"/m.js","version":"1"}]}';
const page = `<head><script type="application/json" id="${pageBlocks.releaseMap}">${map}</script></head>
  <div id="root"><h1>Released</h1></div><noscript></noscript>`;

const asked: string[] = [];
let isAway = false;
const site = await listen({ after }, ({ url = '' }, response) => {
  asked.push(url);
  if (isAway) return void response.writeHead(503, { 'content-type': 'text/plain' }).end('away');
  if (url === releaseMapPath) return void response.end(map);
  response.writeHead(200, {
    'content-type': url === '/' ? 'text/html; charset=utf-8' : 'text/plain',
    'content-security-policy': "default-src 'none';upgrade-insecure-requests",
    'integrity-policy': 'blocked-destinations=(script)',
    etag: 'W/"1"',
  });
  response.end(url === '/' ? page : 'of the site');
});
const inside = await listen({ after }, insideSite(built, site));

test('A page has the build in place of the release, and the policies of the site', async () => {
  const { body, headers } = await get('/');
  assert.ok(body.includes(rootPlaceholder) && !body.includes('Released'), body);
  const [, block = ''] = />(\{.*\})</.exec(body) ?? [];
  const { auth, marketing = [] } = releaseMapIn(block);
  assert.equal(auth?.[0]?.url, '/a.js');
  assert.equal(marketing.length, 1);
  assert.deepEqual(marketing[0]?.titles, { Home: 'Home of marketing' });
  assert.equal(headers['content-security-policy'], "default-src 'none'");
  assert.equal(headers['integrity-policy'], 'blocked-destinations=(script)');
  assert.equal(headers.etag, undefined);
});

test('The next build is in the next page, and in open ones', async () => {
  const entry = 'console.log("edited");';
  await writeFile(join(built, 'remoteEntry.js'), entry);
  const [edited] = releaseMapIn((await get(releaseMapPath)).body).marketing ?? [];
  assert.equal(edited?.integrity, `sha384-${hashOf(entry)}`);
  const { body, headers } = await get(edited.url);
  assert.equal(body, entry);
  assert.match(`${headers['content-type']}`, /^(text|application)\/javascript/);
  assert.equal(headers['cache-control'], 'public, max-age=0');
});

test('The site answers everything else, but gets no reports', async () => {
  assert.equal((await get('/api/verify')).body, 'of the site');
  assert.equal((await get(reportsPath)).status, 204);
  assert.ok(asked.includes('/api/verify') && !asked.includes(reportsPath));
});

test('A file that is not in the build is not found', async () => {
  await get('/');
  assert.equal((await get('/releases/marketing/1.0.0/%2e%2e%2fsecret')).status, 403);
  assert.equal((await get('/releases/marketing/1.0.0/nowhere.js')).status, 404);
});

test('A page of another site gets nothing, even if its name leads to this machine', async () => {
  assert.equal((await get('/', { host: 'rebound.example' })).status, 403);
});

test('An answer of the site without releases, or an address that is none, does not end it', async () => {
  isAway = true;
  const { status, body } = await get(releaseMapPath);
  isAway = false;
  assert.deepEqual([status, body], [503, 'away']);
  assert.equal((await get('//')).status, 400);
});

const releaseMapIn = (json: string): ReleaseMap => JSON.parse(json);

/** Requests as a browser does; `fetch` would replace these headers. */
async function get(path: string, headers: IncomingHttpHeaders = {}) {
  const sent = request(inside + path, { headers, agent: false }).end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}
