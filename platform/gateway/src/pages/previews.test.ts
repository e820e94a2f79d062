import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Preview, signPreview } from '@kargo/release-log/rules/preview-token';
import { newPublisherKey, publicPart, sign } from '@kargo/release-log/rules/release-signature';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import type { Test } from '@kargo/release-log/testing/listen';
import { VerifiedFiles } from '../releases/files/verified-files.ts';
import { fixtureKey, fixtureSite, onHttps, PUBLISHERS } from '../testing/fixture-releases.ts';
import { busyMachine, gateway } from '../testing/gateway.ts';

const SITE_URL = 'https://kargo.example';
const day = 24 * 60 * 60;
const profileKey = await newPublisherKey('profile', ['profile']);
const stranger = await newPublisherKey('fixture', ['*']);
const now = () => Date.now() / 1000;

/** A site with marketing 1.0.0, and marketing 2.0.0 and shell 2.0.0 in its store. */
async function site(test: Test) {
  const releases = await fixtureSite(test);
  await releases.writeRemote('marketing', '2.0.0');
  await releases.writeShell('2.0.0');
  const { keys, ...rest } = JSON.parse(PUBLISHERS);
  const publishers = JSON.stringify({ ...rest, keys: [...keys, publicPart(profileKey)] });
  const variables = { ...onHttps(releases.folder), PUBLISHERS: publishers };
  const { app, log, get, versions } = await gateway(test, releases.folder, variables);
  const open = async (preview: Partial<Preview>, key = fixtureKey, path = '/', times = {}) => {
    const iat = now();
    const apps = { marketing: '2.0.0' };
    const whole = { apps, site: SITE_URL, iat, exp: iat + day, ...preview };
    const token = await (Object.keys(times).length > 0
      ? sign('kargo-preview', JSON.stringify({ ...whole, ...times }), key)
      : signPreview(whole, key));
    const response = await get(`${path}?kargo-preview=${token}&from=mail`);
    const [cookie = ''] = String(response.headers['set-cookie']).split(';');
    return { token, response, cookie };
  };
  return { releases, app, log, get, versions, open };
}

/** A site for tests that change nothing. */
const { app, log, get, versions, open } = await site(test);

const shown = (body: string) => /"marketing":\[\{"url":"[^"]*\/(\d[^/]*)\//.exec(body)?.[1];
const barIn = (body: string) => /<section id="kargo-preview".*?<\/section>/s.exec(body)?.[0];

test('A link leads to the page without its token, which is kept where no script reads it', async () => {
  const opened = await open({}, fixtureKey, '/FAQs');
  const { headers, statusCode } = opened.response;
  assert.equal(statusCode, 303);
  assert.equal(headers.location, '/FAQs?from=mail');
  assert.equal(headers['cache-control'], 'private, no-store');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.match(
    String(headers['set-cookie']),
    /^__Host-kargo-preview=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  assert.ok(!log.join('').includes(opened.token), 'no log line has it');
});

test('It cannot lead to another site', async () => {
  const response = await get('//evil.example/?kargo-preview=a.b.c');
  assert.equal(response.headers.location, '/evil.example/');
});

test('The visitor who has opened it gets the release, with a bar; others do not', async () => {
  const { cookie } = await open({});
  const { body, headers } = await get('/', { cookie });
  assert.equal(shown(body), '2.0.0');
  assert.match(String(barIn(body)), /<b>marketing<\/b> 2\.0\.0.*signed by fixture, until .* UTC/s);
  assert.equal(headers['cache-control'], 'private, no-store, no-transform');
  assert.equal(headers['x-robots-tag'], 'noindex');
  const loadable = await versions('marketing', { cookie });
  assert.deepEqual(loadable, ['2.0.0', '1.0.0'], 'the current release is its fallback');
  const other = await get('/');
  assert.equal(shown(other.body), '1.0.0');
  assert.equal(barIn(other.body), undefined);
});

test('Spaces in its token make another one, so that nobody fills the memory with pages of each', async () => {
  const { cookie } = await open({});
  assert.equal(shown((await get('/', { cookie: `${cookie}%20` })).body), '1.0.0');
});

test('Only that visitor gets its files, past shared caches, and no others of the store', async () => {
  const { cookie } = await open({});
  const url = '/releases/marketing/2.0.0/home.js';
  const { statusCode, headers } = await get(url, { cookie });
  assert.equal(statusCode, 200);
  assert.equal(headers['cache-control'], 'private, max-age=31536000, immutable');
  const named = await get('/releases/marketing/1.0.0/home.js', { cookie });
  assert.equal(named.headers['cache-control'], 'public, max-age=31536000, immutable');
  const root = await get('/humans.txt', { cookie });
  assert.equal(root.headers['cache-control'], 'private, no-cache, no-transform');
  assert.equal((await get(url)).statusCode, 404);
  const shell = '/releases/shell/2.0.0/main.js';
  assert.equal((await get(shell, { cookie })).statusCode, 404);
});

test('The policy allows the bar, and nothing else inline', async () => {
  const { cookie } = await open({});
  const { body, headers } = await get('/', { cookie });
  const policy = String(headers['content-security-policy']);
  const count = (text: string, directive: string) =>
    [...(new RegExp(`${directive} [^;]*`).exec(text)?.[0] ?? '').matchAll(/sha256-/g)].length;
  assert.equal(count(policy, 'script-src'), [...body.matchAll(/<script>/g)].length);
  assert.doesNotMatch(policy, /script-src[^;]*unsafe-inline/);
});

test('Shell and remote are shown together', async () => {
  const { cookie } = await open({ apps: { shell: '2.0.0', marketing: '2.0.0' } });
  const { body } = await get('/', { cookie });
  assert.equal(shown(body), '2.0.0');
  assert.match(body, /src="\/releases\/shell\/2\.0\.0\/main\.js"/);
  const failed = `${cookie}; kargo-failed-shell=2.0.0`;
  const after = await get('/', { cookie: failed });
  assert.match(after.body, /src="\/releases\/shell\/1\.0\.0\/main\.js"/);
  assert.match(String(barIn(after.body)), /The previewed shell failed in this browser\./);
});

const refusals: Record<
  string,
  { sentence: RegExp; preview?: Partial<Preview>; times?: object; key?: typeof fixtureKey }
> = {
  'that has expired': { sentence: /has expired/, preview: { iat: now() - day, exp: now() - 1 } },
  'that is valid for more than 30 days': {
    sentence: /has expired/,
    preview: { exp: now() + 31 * day },
  },
  'that is signed by a clock that is an hour ahead': {
    sentence: /is not valid yet/,
    preview: { iat: now() + day / 24, exp: now() + day },
  },
  'that began and ends in ten years': {
    sentence: /is not valid yet/,
    preview: { iat: now() + 3650 * day, exp: now() + 3651 * day },
  },
  'that ends 30 days after a time to come': {
    sentence: /has expired/,
    preview: { iat: now() + 59, exp: now() + 59 + 30 * day },
  },
  ...Object.fromEntries(
    [1e308, -1e308, 1e15, -1, now() + 0.5, `${now()}`, null].flatMap((time) => [
      // Another program could have written these.
      [`that ends at ${time}`, { sentence: /is not signed by/, times: { exp: time } }],
      [`of ${time}`, { sentence: /is not signed by/, times: { iat: time, exp: time } }],
    ]),
  ),
  'for another site': {
    sentence: /is for another site/,
    preview: { site: 'https://staging.kargo.example' },
  },
  'that is forged': { sentence: /is not signed by a team/, key: stranger },
  'that another team has signed': { sentence: /is not signed by a team/, key: profileKey },
  'that another team has signed together with its own app': {
    sentence: /is not signed by a team/,
    key: profileKey,
    preview: { apps: { profile: '1.0.0', marketing: '2.0.0' } },
  },
  'to a release that is not stored': {
    sentence: /is not stored any more/,
    preview: { apps: { marketing: '3.0.0' } },
  },
};
for (const [what, { sentence, preview, times, key }] of Object.entries(refusals)) {
  test(`A link ${what} shows the ordinary site, and once the reason`, async () => {
    const { cookie } = await open(preview ?? {}, key, '/', times);
    const { body, headers, statusCode } = await get('/', { cookie });
    assert.equal(statusCode, 200);
    assert.equal(shown(body), '1.0.0');
    assert.match(String(barIn(body)), sentence);
    assert.match(String(barIn(body)), /You see the site as everybody does\./);
    assert.match(String(headers['set-cookie']), /^__Host-kargo-preview=[^;]*; Max-Age=0;/);
    assert.doesNotMatch(String(barIn(body)), /kargo-preview=/);
  });
}

test('While its releases cannot be read, the ordinary site is shown, and the preview is kept', async (context) => {
  const { open, get } = await site(context);
  const { cookie } = await open({});
  const { read } = FolderStore.prototype;
  let isAway = true;
  const readUnlessAway = async function (this: FolderStore, path: string, maxBytes: number) {
    if (isAway && path === 'marketing/2.0.0/release.json') throw new Error('away');
    return read.call(this, path, maxBytes);
  };
  context.mock.method(FolderStore.prototype, 'read', readUnlessAway);
  const seen = () => get('/', { cookie });
  const { body, headers } = await seen();
  assert.equal(shown(body), '1.0.0');
  assert.match(String(barIn(body)), /cannot be read at the moment/);
  assert.equal(headers['set-cookie'], undefined);
  isAway = false;
  await context.waitFor(async () => {
    const again = await seen();
    assert.equal(again.headers['set-cookie'], undefined);
    assert.equal(shown(again.body), '2.0.0');
  }, busyMachine);
});

test('Only a valid link takes the place of an opened preview: any site could lead to another', async () => {
  const { cookie } = await open({});
  const forged = await open({}, stranger);
  const other = await open({ apps: { shell: '2.0.0' } });
  const opening = (token: string, given = cookie) =>
    app.inject({ url: `/faqs?kargo-preview=${token}`, headers: { cookie: given } });
  for (const token of ['garbage', '', forged.token, 'x'.repeat(5000)]) {
    const { headers, statusCode } = await opening(token);
    assert.equal(statusCode, 303);
    assert.equal(headers.location, '/faqs');
    assert.equal(headers['set-cookie'], undefined);
  }
  const replaced = (await opening(other.token)).headers['set-cookie'];
  assert.ok(String(replaced).startsWith(other.cookie));
  const first = (await opening('garbage', forged.cookie)).headers['set-cookie'];
  assert.match(String(first), /^__Host-kargo-preview=garbage;/);
});

test('All previews of an app can be ended, and later links are valid again', async (context) => {
  const { open, releases, get } = await site(context);
  const { cookie } = await open({});
  await releases.change('marketing', { previewsEndedAt: new Date().toISOString() });
  await wait(600);
  const { body } = await get('/', { cookie });
  assert.equal(shown(body), '1.0.0');
  assert.match(String(barIn(body)), /was ended by its team/);
  const again = await open({ iat: Math.ceil(now()) });
  const after = await get('/', { cookie: again.cookie });
  assert.equal(shown(after.body), '2.0.0');
});

test('A release that was withdrawn, or is incompatible with the shell, is not shown', async (context) => {
  const { open, releases, get } = await site(context);
  const { cookie } = await open({});
  const withdrawn = { ...(await releases.recorded('marketing', '2.0.0')), withdrawn: 'throws' };
  await releases.change('marketing', { earlier: [withdrawn] });
  await releases.writeRemote('marketing', '3.0.0', { needs: { api: '^9.0.0' } });
  await wait(600);
  const { body } = await get('/', { cookie });
  assert.match(String(barIn(body)), /was withdrawn/);
  const misfit = await open({ apps: { marketing: '3.0.0' } });
  const other = await get('/', { cookie: misfit.cookie });
  assert.match(String(barIn(other.body)), /is no longer compatible with the current site/);
  assert.equal(shown(other.body), '1.0.0');
});

test('Leaving ends it, but only by a form of this site', async () => {
  const { cookie } = await open({});
  const { body } = await get('/faqs', { cookie });
  const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(String(barIn(body))) ?? [];
  const leave = (url: string, from = 'same-origin') => {
    const headers = { cookie, 'sec-fetch-site': from, referer: `${SITE_URL}/elsewhere` };
    return app.inject({ method: 'POST', url, headers });
  };
  const left = await leave(action);
  assert.equal(left.statusCode, 303);
  assert.equal(left.headers.location, '/FAQs');
  assert.match(String(left.headers['set-cookie']), /^__Host-kargo-preview=[^;]*; Max-Age=0;/);
  assert.equal((await leave(action, 'cross-site')).statusCode, 400);
  const [path = ''] = action.split('?');
  assert.equal((await leave(path)).headers.location, '/');
  for (const to of [
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/.//evil.example/',
    'x:\\evil.example/',
    'https://evil.example/',
    'javascript:alert(1)',
    'http://[',
  ]) {
    const { location } = (await leave(`${path}?to=${encodeURIComponent(to)}`)).headers;
    assert.equal(new URL(String(location), SITE_URL).origin, SITE_URL, to);
  }
});

for (const value of ['a.b.c', '"><script>', 'x'.repeat(5000), ''])
  test(`A cookie with ${value.slice(0, 10) || 'nothing'} breaks nothing`, async () => {
    const opened = await get(`/?kargo-preview=${encodeURIComponent(value)}`);
    const [cookie = ''] = String(opened.headers['set-cookie']).split(';');
    const { body, statusCode } = await get('/', { cookie });
    assert.equal(statusCode, 200);
    assert.equal(shown(body), '1.0.0');
  });

test('Its releases are read once, even before the log can be read', async (context) => {
  const { open, get } = await site(context);
  context.mock.method(FolderStore.prototype, 'names', () => Promise.reject(new Error('away')));
  const { cookie } = await open({ apps: { shell: '2.0.0', marketing: '2.0.0' } });
  const visit = () => get('/', { cookie });
  assert.equal((await visit()).statusCode, 200);
  const { mock } = context.mock.method(VerifiedFiles.prototype, 'release');
  assert.equal((await visit()).statusCode, 200);
  assert.equal(mock.callCount(), 0);
});
