import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { paths } from '@kargo/shared-types/page/paths';
import {
  releaseMapPath,
  releasePath,
  versionsInUsePath,
} from '@kargo/shared-types/releases/release-addresses';
import { expect, test } from '../support/journey.ts';
import { currentVersion, publishedRoutes } from '../support/published-release.ts';

// The gateway's responses, without a browser.

test('every page has the headers that protect a visitor', async ({ request }) => {
  const { routes } = await publishedRoutes(request);
  for (const path of [...routes.map((route) => route.path), '/no-such-page']) {
    const headers = (await request.get(path)).headers();
    const policy = directives(headers['content-security-policy']);
    expect(policy['default-src'], path).toEqual(["'none'"]);
    const scripts = policy['script-src']?.filter((source) => !source.startsWith("'sha256-"));
    expect(scripts, path).toEqual(["'self'"]);
    expect(policy['style-src'], path).not.toContain("'unsafe-inline'");
    expect(policy['object-src'], path).toEqual(["'none'"]);
    expect(policy['base-uri'], path).toEqual(["'none'"]);
    expect(policy['frame-ancestors'], path).toEqual(["'none'"]);
    expect(policy['require-trusted-types-for'], path).toEqual(["'script'"]);
    expect(policy['trusted-types'], path).toEqual(['kargo-release']);
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['referrer-policy'], path).toMatch(
      /^(strict-origin-when-cross-origin|no-referrer)$/,
    );
    expect(headers['permissions-policy'], path).toContain('camera=()');
    expect(headers['x-powered-by'], path).toBeUndefined();
  }
});

test('no other site learns an address that contains a secret', async ({ request }) => {
  for (const address of [paths.stripeError(), `${paths.profile()}?magic_token=secret`]) {
    const { 'referrer-policy': policy } = (await request.get(address)).headers();
    expect(policy, address).toBe('no-referrer');
  }
});

test('pages and the list of releases are revalidated each time, with 304 if they are unchanged', async ({
  request,
}) => {
  const expected = {
    [paths.home()]: 'public, max-age=0, s-maxage=5, no-transform',
    [paths.profile()]: 'public, max-age=0, s-maxage=5, no-transform',
    [releaseMapPath]: 'private, no-cache',
  };
  for (const [path, caching] of Object.entries(expected)) {
    const { etag, ...headers } = (await request.get(path)).headers();
    expect(headers['cache-control'], path).toBe(caching);
    expect(headers['set-cookie'], path).toBeUndefined();
    const again = await request.get(path, { headers: { 'if-none-match': etag ?? '' } });
    expect(again.status(), path).toBe(304);
  }
});

test('anybody can read what the API offers, and what the releases in use need from it', async ({
  request,
}) => {
  const schema = await request.get(apiBasePath + apiPaths.schema());
  expect(schema.headers()).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
  });
  expect(Object.keys((await schema.json()).paths)).toContain(apiBasePath + apiPaths.verify());

  const inUse = await (await request.get(versionsInUsePath)).json();
  expect(Object.keys(inUse)).toContain('profile');
  for (const [app, [current]] of Object.entries<string[]>(inUse)) {
    const release = await request.get(`${releasePath(app, current ?? '')}release.json`);
    const { calls } = await release.json();
    expect(Object.keys(calls), app).not.toEqual([]);
  }
});

test('a file of a release is cached for a year, and sent compressed', async ({ request }) => {
  const folder = releasePath('marketing', await currentVersion('marketing'));
  const { entry } = await (await request.get(`${folder}release.json`)).json();
  for (const encoding of ['br', 'gzip']) {
    const response = await request.get(folder + entry, {
      headers: { 'accept-encoding': encoding },
    });
    expect(response.ok()).toBe(true);
    const headers = response.headers();
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(headers.vary?.toLowerCase()).toContain('accept-encoding');
  }
});

test('a file that no release has gives a 404, which is not cached', async ({ request }) => {
  const folder = releasePath('marketing', await currentVersion('marketing'));
  for (const path of [
    `${folder}gone.js`,
    '/releases/marketing/0.0.0/x.js',
    '/releases/..%2f..%2fpackage.json',
  ]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(response.headers()['cache-control'], path).toBe('private, no-store');
    expect(response.headers()['content-type'], path).not.toContain('html');
  }
});

test('an address without a route answers 404, with a page', async ({ request }) => {
  for (const path of ['/no-such-page', '/about/us', '/index.html', '/.env']) {
    const response = await request.get(path, { headers: { accept: 'text/html' } });
    expect(response.status(), path).toBe(404);
    expect(await response.text(), path).toContain('<title>Page not found – Kargo</title>');
  }
});

test('search engines may not index pages that are not meant for them', async ({ request }) => {
  const { routes } = await publishedRoutes(request);
  for (const { path, robots } of routes) {
    const page = await (await request.get(path)).text();
    expect(/<meta name="robots" content="noindex"/.test(page), path).toBe(robots === 'noindex');
  }
});

test('all errors of the API have the same form, without a stack', async ({ request }) => {
  const responses = [
    await request.get('/api/v1/verify'),
    await request.get('/api/v1/verify', { headers: { authorization: 'Bearer forged' } }),
    await request.get('/api/v1/no-such-call'),
    await request.post('/api/v1/login', {
      data: '{',
      headers: { 'content-type': 'application/json' },
    }),
    await request.post('/api/v1/login', { data: { email: 'ada@kargo.example' } }),
    await request.post('/api/v1/login', {
      data: 'hello',
      headers: { 'content-type': 'text/plain' },
    }),
  ];
  expect(responses.map((response) => response.status())).toEqual([401, 401, 404, 400, 400, 415]);
  for (const response of responses) {
    expect(Object.keys(await response.json()).sort(), response.url()).toEqual(['code', 'message']);
  }
});

function directives(policy = ''): Record<string, string[]> {
  return Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/);
      return [name, values];
    }),
  );
}
