import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { openSocket } from '../testing/open-socket.ts';
import { siteWithApi } from '../testing/site-with-api.ts';

test('A fragment is ignored, whatever its content', async (context) => {
  const lines: string[] = [];
  const site = await siteWithApi(
    context,
    (_request, response) => response.end(),
    { LOG_LEVEL: 'warn' },
    lines,
  );
  for (const target of ['/#%ff', '/#', '/?a=1#%ff', '/robots.txt#x', '/releases/#%ff/../x']) {
    const response = await ask(context, site, target);
    assert.match(
      response,
      target.startsWith('/releases') ? /^HTTP\/1\.1 404 / : /^HTTP\/1\.1 200 /,
    );
  }
  assert.match(await ask(context, site, '/%ff#x'), /^HTTP\/1\.1 400 /);
  assert.doesNotMatch(lines.join(''), /"level":50|stack/);
});

test('An address may be given with its scheme and host', async (context) => {
  const { promise: asked, resolve } = Promise.withResolvers<IncomingMessage>();
  const site = await siteWithApi(context, (request, response) => {
    resolve(request);
    response.end();
  });
  for (const target of ['http://kargo.example/', 'HTTPS://kargo.example', 'http://a?b=c']) {
    assert.match(
      await ask(context, site, target),
      /^HTTP\/1\.1 200 [\s\S]*<!doctype html>/,
      target,
    );
  }
  assert.match(await ask(context, site, 'http://a/FAQs'), /rel="canonical" href="[^"]*\/FAQs"/);
  assert.match(await ask(context, site, 'http://kargo.example/api/v1/x?y=http://z/'), / 200 /);
  const { url, headers } = await asked;
  assert.equal(url, '/api/v1/x?y=http://z/');
  assert.equal(headers['x-forwarded-host'], 'kargo.example');
});

test('An address with its scheme, but without a host, is refused', async (context) => {
  const site = await siteWithApi(context, (_request, response) => response.end());
  for (const target of ['http://', 'http:///', 'http:/x', 'http://a@b/', 'ftp://a/'])
    assert.match(await ask(context, site, target), /^HTTP\/1\.1 4\d\d /, target);
});

/** Returns the whole response to a request for `target`, which is sent as it is. */
async function ask(context: TestContext, site: string, target: string): Promise<string> {
  const lines = [`GET ${target} HTTP/1.1`, 'Host: other', 'Connection: close', '', ''];
  return text(await openSocket(context, site, lines));
}
