import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fixtureReleases, fixtureScript, fixtureSite } from '../testing/fixture-releases.ts';
import { busyMachine, gateway } from '../testing/gateway.ts';
import { compressLasting, makePage } from './page.ts';

const { folder } = await fixtureSite(test);
const { app, get } = await gateway(test, folder);

// The remote of the last one is not published.
for (const url of [
  '/',
  '//',
  '/FAQs',
  '/faqs',
  '/FAQS//',
  '/faqs?from=footer',
  '/%46AQs',
  '/stripe-error',
]) {
  test(`${url} is a page`, async () => {
    const response = await get(url);
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
  });
}

test('A page has the texts of its screen, from the release of its remote', async (context) => {
  const releases = await fixtureSite(context);
  const { get } = await gateway(context, releases.folder);
  const { body } = await get('/');
  assert.match(body, /<title>Kargo – parcels &amp; gifts<\/title>/);
  assert.match(body, /<meta name="description" content="Parcels &amp; gifts, tracked live.">/);

  const texts = { Home: { title: 'Parcels', questions: [{ question: 'How?', answer: 'So.' }] } };
  await releases.writeRemote('marketing', '1.1.0', { texts });
  await releases.serve({ shell: '1.0.0', marketing: '1.1.0' });
  await context.waitFor(async () => {
    assert.match((await get('/')).body, /<title>Parcels<\/title>/);
  }, busyMachine);
  const next = (await get('/')).body;
  assert.doesNotMatch(next, /description/);
  assert.match(next, /"@type":"FAQPage"/);
  const map = (await get('/releases/release-map.json')).json();
  assert.deepEqual(map.marketing[0].titles, { Home: 'Parcels' });
});

test('While its remote is not published, a page has the name of the site as its title', async (context) => {
  const releases = await fixtureSite(context);
  await releases.serve({ shell: '1.0.0' });
  const { get } = await gateway(context, releases.folder);
  assert.match((await get('/')).body, /<title>Kargo<\/title>/);
});

test('Each script of a page comes with its hash, and none runs without one', async () => {
  const { body, headers } = await get('/');
  const integrity = `sha384-${createHash('sha384').update(fixtureScript).digest('base64')}`;
  const tags = body.match(/<(?:script|link)[^>]*\.js"[^>]*>/g) ?? [];
  assert.equal(tags.length, 3, 'the shell, its entry and its screen');
  for (const tag of tags) assert.ok(tag.includes(` integrity="${integrity}" crossorigin`), tag);
  assert.equal(headers['integrity-policy'], 'blocked-destinations=(script)');
});

test('A page preloads the shared scripts of its screen and of the shell, each once, and its styles', async (context) => {
  const releases = await fixtureSite(context);
  await releases.writeShell(
    '1.1.0',
    {},
    { sharedScripts: { api: ['a.js', 'b.js'], ui: ['b.js'] } },
  );
  await releases.writeRemote('marketing', '1.1.0', {
    uses: { Home: ['react', 'api', 'ui'] },
    styles: { Home: ['home.js'] },
  });
  await releases.serve({ shell: '1.1.0', marketing: '1.1.0' });
  const { get } = await gateway(context, releases.folder);
  const { body } = await get('/');
  const integrity = `sha384-${createHash('sha384').update(fixtureScript).digest('base64')}`;
  const styles = `<link rel="preload" as="style" href="/releases/marketing/1.1.0/home.js" integrity="${integrity}" crossorigin>`;
  assert.ok(body.includes(styles));
  const preloads = [...body.matchAll(/rel="preload" as="script" href="([^"]+)"/g)];
  assert.deepEqual(
    preloads.map(([, address]) => address),
    [
      '/releases/marketing/1.1.0/remoteEntry.js',
      '/releases/marketing/1.1.0/home.js',
      '/releases/shell/1.1.0/a.js',
      '/releases/shell/1.1.0/b.js',
    ],
  );
});

for (const url of ['/nowhere', '/FAQs/more', '//FAQs', '/index.html', '/apis']) {
  test(`${url} is the not-found page with status 404`, async () => {
    const response = await get(url);
    assert.equal(response.statusCode, 404);
    assert.match(response.body, /<title>Page not found – Kargo<\/title>/);
    assert.equal(response.headers['set-cookie'], undefined);
    assert.equal(response.headers['cache-control'], 'private, no-cache, no-transform');
  });
}

for (const url of ['/%', '/%ff', '/api/%', '/releases/%c0']) {
  test(`${url} cannot be decoded: 400 without details`, async () => {
    const response = await get(url);
    assert.equal(response.statusCode, 400);
    assert.deepEqual(response.json(), {
      code: 'malformed_body',
      message: 'The request cannot be understood.',
    });
  });
}

test('HEAD answers like GET, without the page', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/' });
  const page = await get('/');
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, '');
  assert.equal(head.headers['content-length'], page.headers['content-length']);
  assert.equal(head.headers.etag, page.headers.etag);
});

test('Pages answer GET and HEAD only', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
    const response = await app.inject({ method, url: '/faqs' });
    assert.equal(response.statusCode, 405, method);
    assert.equal(response.headers.allow, 'GET, HEAD');
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const posted = await app.inject({ method: 'POST', url: '/faqs', headers: form, payload: 'a=1' });
  assert.equal(posted.statusCode, 405);
  assert.equal((await app.inject({ method: 'POST', url: '/nowhere' })).statusCode, 404);
});

test('Pages come in the encoding that the visitor prefers', async () => {
  const plain = (await get('/')).body;
  const answer = async (acceptEncoding: string) => {
    const { headers, rawPayload } = await get('/', { 'accept-encoding': acceptEncoding });
    assert.equal(headers.vary, 'accept-encoding');
    return { encoding: headers['content-encoding'], rawPayload };
  };
  const brotli = await answer('gzip, deflate, br');
  assert.equal(brotli.encoding, 'br');
  assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain);
  const gzip = await answer('br;q=0, gzip');
  assert.equal(gzip.encoding, 'gzip');
  assert.equal(gunzipSync(gzip.rawPayload).toString(), plain);
  assert.equal((await answer('br;q=0, gzip;q=0')).encoding, undefined);
});

test('A page that did not change is not sent again', async () => {
  const { headers } = await get('/');
  assert.equal(headers['cache-control'], 'public, max-age=0, s-maxage=5, no-transform');
  const etag = String(headers.etag);
  const again = await get('/', { 'if-none-match': etag });
  assert.equal(again.statusCode, 304);
  assert.equal(again.body, '');
  assert.equal(again.headers.etag, etag);

  const other = await get('/', { 'if-none-match': 'W/"other"' });
  assert.equal(other.statusCode, 200);
});

test('Requests that open no page get a short 404', async () => {
  for (const headers of [
    { accept: 'image/avif,image/webp,*/*' },
    { accept: '*/*' },
    { accept: 'text/html', 'sec-fetch-mode': 'no-cors' },
  ]) {
    const response = await get('/nowhere.png', headers);
    assert.equal(response.statusCode, 404);
    assert.equal(response.body, 'Not found\n');
    assert.equal(response.headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(response.headers['cache-control'], 'private, no-store');
  }
});

test('Icons are also served under old names that browsers and phones request', async (context) => {
  const releases = await fixtureSite(context);
  await releases.writeShell('1.1.0', {
    'public/icon-192.png': 'icon',
    'public/apple-touch-icon.png': 'touch',
  });
  await releases.serve({ shell: '1.1.0' });
  const { get } = await gateway(context, releases.folder);
  for (const [path, content] of [
    ['/favicon.ico', 'icon'],
    ['/apple-touch-icon-precomposed.png', 'touch'],
  ]) {
    const response = await get(path ?? '');
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers['content-type'], 'image/png');
    assert.equal(response.body, content);
  }
});

test('The not-found page is never answered with 304', async () => {
  const { headers } = await get('/nowhere');
  const again = await get('/nowhere', { 'if-none-match': String(headers.etag) });
  assert.equal(again.statusCode, 404);
});

test('No page sets a cookie, so that it is the same for everybody', async () => {
  const cookies = [undefined, 'XSRF-TOKEN=', 'XSRF-TOKEN=known', 'theme=light'];
  for (const url of ['/', '/FAQs', '/profile?magic_token=abc', '/nowhere']) {
    const bodies = new Set<string>();
    for (const cookie of cookies) {
      const response = await app.inject({ url, headers: { ...(cookie && { cookie }) } });
      assert.equal(response.headers['set-cookie'], undefined, url);
      bodies.add(response.body);
    }
    assert.equal(bodies.size, 1, url);
  }
});

test('Files in the public folder of the shell are served at the root, revalidated', async () => {
  const humans = await get('/humans.txt');
  assert.equal(humans.statusCode, 200);
  assert.equal(humans.body, 'Written by people.\n');
  assert.equal(humans.headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(humans.headers['cache-control'], 'public, max-age=0, s-maxage=5, no-transform');
  assert.equal(humans.headers['set-cookie'], undefined);

  const again = await get('/humans.txt', { 'if-none-match': String(humans.headers.etag) });
  assert.equal(again.statusCode, 304);

  const icon = await get('/icons/small.svg');
  assert.equal(icon.headers['content-type'], 'image/svg+xml');
  assert.equal((await get('/icons')).statusCode, 404);
});

test('Addresses that carry a secret, and routes that ask for it, send no referrer', async () => {
  const policyOf = async (url: string) => (await get(url)).headers['referrer-policy'];
  assert.equal(await policyOf('/'), 'strict-origin-when-cross-origin');
  assert.equal(await policyOf('/profile?magic_token=abc'), 'no-referrer');
  assert.equal(await policyOf('/?a=1&token=abc'), 'no-referrer');
  assert.equal(await policyOf('/profile?magic%5Ftoken=abc'), 'no-referrer');
  assert.equal(await policyOf('/profile?magic_token%3Dabc'), 'no-referrer');
  assert.equal(await policyOf('/stripe-error'), 'no-referrer');
});

test('Before the first publish, pages have status 503 and the gateway is not healthy', async (context) => {
  const { folder } = await fixtureReleases(context);
  const empty = await gateway(context, folder);
  const response = await empty.get('/');
  assert.equal(response.statusCode, 503);
  assert.equal(response.headers['cache-control'], 'private, no-store');
  assert.equal(response.headers['retry-after'], '2');
  const reference = `Reference: ${response.headers['x-request-id']}`;
  assert.equal(response.body, `The site has not been published yet.\n${reference}\n`);
  assert.equal((await empty.get('/healthz')).statusCode, 503);
  // An open page keeps the releases that it knows.
  assert.equal((await empty.get('/releases/release-map.json')).statusCode, 503);
});

test('A gateway that can serve pages is healthy', async () => {
  const response = await get('/healthz');
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers['cache-control'], 'private, no-store');
  assert.deepEqual(response.json(), { status: 'ok' });
});

const remover = /registration\.unregister\(\)/;

test('At usual addresses of service workers there is one that removes itself', async () => {
  for (const path of ['/sw.js', '/ngsw-worker.js', '/OneSignalSDKWorker.js?appId=1']) {
    const { statusCode, headers, body } = await get(path);
    assert.equal(statusCode, 200, path);
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(headers['cache-control'], 'private, no-store');
    // A worker in a folder may have controlled the whole site.
    assert.equal(headers['service-worker-allowed'], '/');
    assert.match(body, remover);
  }
  assert.equal((await get('/own-worker.js')).statusCode, 404);
});

test('A variable sets other addresses, and a browser that looks for a newer worker gets it at any', async (context) => {
  const { get } = await gateway(context, folder, { OLD_WORKERS: '/own-worker.js' });
  assert.match((await get('/own-worker.js')).body, remover);
  assert.equal((await get('/sw.js')).statusCode, 404);
  const headers = { 'service-worker': 'script' };
  assert.match((await get('/js/worker.js', headers)).body, remover);
  assert.doesNotMatch((await get('/humans.txt', headers)).body, remover);
});

test('A page that lasts is compressed better', async (context) => {
  context.mock.timers.enable({ apis: ['Date'] });
  const html = await readFile(import.meta.filename, 'utf8');
  const page = await makePage({ html, inline: { styles: [], scripts: [] } }, null);
  const { br } = page.bodies;
  compressLasting(page);
  assert.equal(page.isCompressedBest, false);
  context.mock.timers.tick(5000);
  compressLasting(page);
  while (page.bodies.br === br) await setImmediate();
  assert.ok(page.bodies.br.length < br.length);
  assert.equal(brotliDecompressSync(page.bodies.br).toString(), html);
});
