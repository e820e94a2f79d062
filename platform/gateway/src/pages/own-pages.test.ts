import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import type { Test } from '@kargo/release-log/testing/listen';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import {
  inlineScriptFile,
  linkProblemPath,
  linkProblemTexts,
} from '@kargo/shared-types/releases/release-addresses';
import { request } from 'undici';
import { fixtureSite, onHttps } from '../testing/fixture-releases.ts';
import { gateway } from '../testing/gateway.ts';
import { siteWithApi } from '../testing/site-with-api.ts';

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

const link = apiBasePath + apiPaths.payoutLink('a'.repeat(43));
const { heading, sentence, action, address, reference } = linkProblemTexts;

/** Returns the origin of a gateway whose shell has the page and whose API is this handler. */
async function site(
  test: Test,
  handler: RequestListener,
  variables: Record<string, string> = {},
): Promise<string> {
  const releases = await fixtureSite(test);
  const html = `<header></header><h1>${heading}</h1><p>${sentence}<span>${reference}</span></p><a href="${address}">${action}</a>`;
  const shell = { app: 'shell', version: '1.0.0' };
  await releases.writePages('1.0.0', shell, { [linkProblemPath]: { html, css: '.h1{}' } });
  return siteWithApi(test, handler, { RELEASES: releases.folder, ...variables });
}

test('If the shell fails on a page for a link, the page does not reload: that would follow the link', async (context) => {
  const releases = await fixtureSite(context);
  await releases.writeShell('2.0.0', { [inlineScriptFile('fallback')]: '"Reloads"' });
  await releases.serve({ shell: ['2.0.0', '1.0.0'], marketing: '1.0.0' });
  const variables = { RELEASES: releases.folder };
  const origin = await siteWithApi(context, refusing(404, 'not_found'), variables);
  assert.match((await open(`${origin}/`)).text, /"Reloads"/);
  assert.doesNotMatch((await open(origin + link)).text, /"Reloads"/);
});

const refusing =
  (status: number, code: string): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'retry-after': '7' })
      .end(JSON.stringify({ code, message: 'Not for people.' }));

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

async function open(url: string, headers: Record<string, string> = browser) {
  const response = await request(url, { headers });
  return { ...response, text: await response.body.text() };
}

let answer: RequestListener;
const shared = await site(test, (request, response) => answer(request, response));

for (const [status, code, says, next] of [
  [404, 'not_found', /This link doesn't work/, '/profile'],
  [400, 'validation_failed', /This link doesn't work/, '/profile'],
  [429, 'rate_limited', /Too many attempts/, ''],
  [500, 'internal', /Something went wrong on our side/, ''],
  [503, 'unavailable', /Something went wrong on our side/, ''],
  [503, 'a_code_of_tomorrow', /Something went wrong on our side/, ''],
  [503, 'stripe_unavailable', /Stripe isn't reachable just now; your link still works\./, ''],
  [503, 'stripe_leads_back', /Stripe's page led straight back/, '/profile'],
  [409, 'payouts_not_ready', /Your profile says how your payouts stand/, '/profile'],
  [503, 'payouts_unavailable', /Payouts aren't available/, '/profile'],
] as const) {
  test(`A link that the API answers with ${status} ${code} ends on a page`, async () => {
    answer = refusing(status, code);
    for (const headers of [browser, { ...browser, 'sec-fetch-mode': 'navigate' }]) {
      const page = await open(shared + link, headers);
      assert.equal(page.statusCode, status);
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(page.headers['cache-control'], 'private, no-store, no-transform');
      assert.equal(page.headers['referrer-policy'], 'no-referrer');
      assert.equal(page.headers['retry-after'], '7');
      assert.match(String(page.headers['content-security-policy']), /style-src 'sha256-\S+ 'self'/);
      assert.match(page.text, /<header>/);
      assert.match(page.text, /<meta name="robots" content="noindex">/);
      assert.match(page.text.replaceAll('&#39;', "'"), says);
      assert.ok(page.text.includes(`<a href="${next}">`), next);
      const line = `Reference: ${page.headers['x-request-id']}`;
      const references = page.text.match(/Reference: [\w-]*/g) ?? [];
      assert.deepEqual(references, status < 500 ? [] : [line, line], 'in the page and its block');
      assert.doesNotMatch(page.text, /Expired|Not for people|\{link/);
    }
    for (const headers of [{ accept: '*/*' }, { ...browser, 'sec-fetch-mode': 'cors' }]) {
      const response = await open(shared + link, headers);
      assert.equal(response.statusCode, status);
      assert.equal(JSON.parse(response.text).code, code);
    }
  });
}

test('A link ends on a page while the API is down, or the visitor has too many open requests', async (context) => {
  const away = await site(context, (message) => message.socket.destroy());
  const page = await open(away + link);
  assert.equal(page.statusCode, 503);
  assert.match(page.text, /Something went wrong on our side/);
  assert.ok(Number(page.headers['retry-after']) > 0);

  const full = await site(context, () => undefined, {
    REQUESTS_PER_ADDRESS: '1',
    LOG_LEVEL: 'error',
  });
  const first = request(full + link, { headers: browser }).catch(() => undefined);
  const second = await open(full + link);
  assert.equal(second.statusCode, 429);
  assert.match(second.text, /Too many attempts/);
  void first;
});

test('Characters that a mail program adds to a link are removed', async (context) => {
  const origin = await site(context, (_request, response) => response.writeHead(204).end());
  for (const more of ['/', '.', '%3E', '/%20', '),', '%E2%80%9D']) {
    for (const path of [link, `${link}/return`]) {
      const response = await open(`${origin}${path}${more}?round=2`);
      assert.equal(response.statusCode, 308, more);
      assert.match(String(response.headers['content-security-policy']), /^default-src 'none';/);
      assert.equal(response.headers.location, `${path}?round=2`);
    }
  }
  for (const [url, location] of [
    [`${link}%`, link],
    [`${link}%E2%8?a=1`, link],
    [`${link}%ZZ/return`, link],
    ['/profile%', '/profile'],
    ['//elsewhere.example/%', '/elsewhere.example/'],
  ]) {
    const response = await open(origin + url);
    assert.equal(response.statusCode, 303, url);
    assert.equal(response.headers.location, location);
    assert.match(String(response.headers['content-security-policy']), /^default-src 'none';/);
  }
  assert.equal((await open(`${origin}${link}${'a'.repeat(2000)}`)).statusCode, 204);
  assert.equal((await open(origin + link)).statusCode, 204);
  assert.equal((await open(`${origin}${link}/`, { accept: '*/*' })).statusCode, 204);
});

test('A page of the API, and a response to something else, stay as they are', async (context) => {
  const origin = await site(context, (_request, response) =>
    response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Its own</p>'),
  );
  assert.equal((await open(origin + link)).text, '<p>Its own</p>');
});
