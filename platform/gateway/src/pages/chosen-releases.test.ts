import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  headPlaceholder,
  inlineScriptFile,
  rootPlaceholder,
} from '@kargo/shared-types/releases/release-addresses';
import { fixtureSite, onHttps } from '../testing/fixture-releases.ts';
import { busyMachine, gateway } from '../testing/gateway.ts';

const script = '"Reloads if it fails"';

/** A site whose shell 2.0.0 was published after 1.0.0. */
async function siteWithTwoShells(context: TestContext) {
  const releases = await fixtureSite(context);
  await releases.writeShell('2.0.0', { [inlineScriptFile('fallback')]: script });
  await releases.writePages(
    '1.0.0',
    { app: 'marketing', version: '1.0.0' },
    { '/': { html: '<h1>As it was</h1>', css: '.h1{}' } },
  );
  await releases.serve({ shell: ['2.0.0', '1.0.0'], marketing: '1.0.0' });
  return gateway(context, releases.folder);
}

const failed = (version: string) => ({ cookie: `kargo-failed-shell=${version}` });
const shellOf = (body: string) => /src="\/releases\/shell\/([\d.]+)\/main\.js"/.exec(body)?.[1];

test('A page can request the previous shell, and its policy allows the script for that', async (context) => {
  const { get } = await siteWithTwoShells(context);
  const page = await get('/');
  assert.equal(shellOf(page.body), '2.0.0');
  assert.ok(page.body.includes(`<script>${script}</script>`));
  const hash = createHash('sha256').update(script).digest('base64');
  assert.ok(String(page.headers['content-security-policy']).includes(`'sha256-${hash}'`));
});

test('A browser in which the shell failed gets the previous one, and no third one', async (context) => {
  const { get, versions } = await siteWithTwoShells(context);
  const { body } = await get('/', failed('2.0.0'));
  assert.equal(shellOf(body), '1.0.0');
  assert.ok(body.includes('As it was'));
  assert.ok(!body.includes(script));
  assert.deepEqual(await versions('shell', failed('2.0.0')), ['1.0.0']);
});

test('A page with the previous shell cannot request another one, although there are older ones', async (context) => {
  const releases = await fixtureSite(context);
  const withScript = { [inlineScriptFile('fallback')]: script };
  for (const version of ['2.0.0', '3.0.0']) await releases.writeShell(version, withScript);
  await releases.serve({ shell: ['3.0.0', '2.0.0', '1.0.0'], marketing: '1.0.0' });
  const { get } = await gateway(context, releases.folder);
  const current = await get('/');
  const previous = await get('/', failed('3.0.0'));
  assert.ok(current.body.includes(script));
  assert.equal(shellOf(previous.body), '2.0.0');
  assert.ok(!previous.body.includes(script));
});

test('A browser in which a canary and the current shell failed gets the one before', async (context) => {
  const releases = await fixtureSite(context);
  const withScript = { [inlineScriptFile('fallback')]: script };
  for (const version of ['2.0.0', '3.0.0']) await releases.writeShell(version, withScript);
  await releases.serve({ shell: ['2.0.0', '1.0.0'], marketing: '1.0.0' });
  const canary = await releases.recorded('shell', '3.0.0');
  await releases.change('shell', { next: { ...canary, percent: 100 } });
  const { get } = await gateway(context, releases.folder);
  const shells = [];
  for (const headers of [{}, failed('3.0.0'), failed('2.0.0')])
    shells.push(shellOf((await get('/', headers)).body));
  assert.deepEqual(shells, ['3.0.0', '2.0.0', '1.0.0']);
});

test('A failed shell that is not current is ignored', async (context) => {
  const { get } = await siteWithTwoShells(context);
  for (const version of ['1.9.0', '1.0.0', '', '../1.0.0']) {
    const { body } = await get('/', failed(version));
    assert.equal(shellOf(body), '2.0.0', version);
  }
});

test('Without a previous shell the page cannot request one', async (context) => {
  const releases = await fixtureSite(context, { [inlineScriptFile('fallback')]: script });
  const { get } = await gateway(context, releases.folder);
  const { body } = await get('/', failed('1.0.0'));
  assert.equal(shellOf(body), '1.0.0');
  assert.ok(!body.includes(script));
});

/** A site with marketing 1.0.0, and 2.0.0 as a canary for this percentage of visitors. */
async function site(context: TestContext, percent: number, needs: Record<string, string> = {}) {
  const releases = await fixtureSite(context);
  await releases.writeRemote('marketing', '2.0.0', { needs });
  const canary = async (percent: number) => {
    const next = { ...(await releases.recorded('marketing', '2.0.0')), percent };
    await releases.change('marketing', { next });
  };
  if (percent > 0) await canary(percent);
  const { get, versions } = await gateway(context, releases.folder, onHttps(releases.folder));
  const visit = async (cookie = '') => {
    const { body, headers } = await get('/', { cookie });
    const [set = ''] = String(headers['set-cookie'] ?? '').split(';');
    return { version: shown(body), headers, cookie: set || cookie };
  };
  return { releases, get, versions, canary, visit };
}

const shown = (body: string) => /"marketing":\[\{"url":"[^"]*\/(\d[^/]*)\//.exec(body)?.[1];

test('Without a canary a page sets no cookie, is the same for all, and may be kept by shared caches', async (context) => {
  const { get, visit } = await site(context, 0);
  const one = await get('/');
  const other = await get('/', { cookie: 'XSRF-TOKEN=other; theme=dark' });
  assert.equal(one.body, other.body);
  for (const { headers } of [one, other, await visit()]) {
    assert.equal(headers['set-cookie'], undefined);
    assert.equal(headers['cache-control'], 'public, max-age=0, s-maxage=5, no-transform');
    assert.equal(headers['cdn-cache-control'], 'max-age=5, stale-while-revalidate=4');
  }
});

test('Shared caches do not keep a page for one visitor', async (context) => {
  const { get } = await site(context, 0);
  const cookie = 'kargo-failed-shell=0.9.0';
  const pages = [
    ['/?magic_token=secret'],
    ['/', { cookie }],
    ['/nowhere'],
    ['/humans.txt', { cookie }],
  ] as const;
  for (const [url, given] of pages) {
    const { headers } = await get(url, given);
    assert.equal(headers['cache-control'], 'private, no-cache, no-transform');
    assert.equal(headers['cdn-cache-control'], undefined);
  }
});

test('With a canary a page is private, and a visitor gets an id that no script reads', async (context) => {
  const { visit, get } = await site(context, 50);
  const { headers } = await visit();
  assert.equal(headers['cache-control'], 'private, no-cache, no-transform');
  assert.match(
    String(headers['set-cookie']),
    /^__Host-kargo-visitor=[\w-]{22}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const missing = await get('/nowhere');
  assert.equal(missing.headers['set-cookie'], undefined);
});

test('A page that is sent in pieces sets its cookies too', async (context) => {
  const { get, releases } = await site(context, 50);
  const large = `<head>${headPlaceholder}</head>${rootPlaceholder}${' '.repeat(100_000)}`;
  await releases.writeShell('2.0.0', { 'index.html': large });
  await releases.serve({ shell: '2.0.0', marketing: '1.0.0' });
  await context.waitFor(async () => {
    const { body, headers } = await get('/');
    assert.ok(body.length > 100_000);
    assert.match(String(headers['set-cookie']), /^__Host-kargo-visitor=/);
  }, busyMachine);
  const cookie = '__Host-kargo-preview=a.b.c';
  const { body, headers } = await get('/', { cookie });
  assert.ok(body.length > 100_000);
  assert.match(String(headers['set-cookie']), /^__Host-kargo-preview=[^;]*; Max-Age=0;/);
});

test('A visitor stays on one side, in pages and in the list of releases', async (context) => {
  const { visit, versions, canary } = await site(context, 50);
  const sides = new Set<string | undefined>();
  for (let index = 0; index < 20; index += 1) {
    const { version, cookie } = await visit();
    sides.add(version);
    const { headers, version: again } = await visit(cookie);
    assert.equal(again, version);
    assert.equal(headers['set-cookie'], undefined, 'visitors keep their ids');
    assert.equal((await versions('marketing', { cookie }))[0], version);
  }
  assert.deepEqual([...sides].sort(), ['1.0.0', '2.0.0']);
  await canary(100);
  await context.waitFor(async () => assert.equal((await visit()).version, '2.0.0'), busyMachine);
});

test("The current release is the canary's fallback, and its files are sent", async (context) => {
  const { visit, versions, get } = await site(context, 100);
  const { cookie } = await visit();
  assert.deepEqual(await versions('marketing', { cookie }), ['2.0.0', '1.0.0']);
  const file = await get('/releases/marketing/2.0.0/home.js');
  assert.equal(file.statusCode, 200);
});

test('Nobody gets a canary that has ended, even with the cookie', async (context) => {
  const { visit, releases } = await site(context, 100);
  const { cookie } = await visit();
  await releases.change('marketing', { next: undefined });
  await context.waitFor(
    async () => assert.equal((await visit(cookie)).version, '1.0.0'),
    busyMachine,
  );
  const after = await visit(cookie);
  assert.equal(after.headers['set-cookie'], undefined);
});

test('Nobody gets a canary that is incompatible with the shell or not stored', async (context) => {
  const { visit, releases } = await site(context, 100, { api: '^9.0.0' });
  assert.equal((await visit()).version, '1.0.0');
  const next = {
    ...(await releases.recorded('marketing', '2.0.0')),
    version: '3.0.0',
    percent: 100,
  };
  await releases.change('marketing', { next });
  await wait(600);
  assert.equal((await visit()).version, '1.0.0');
});

test('A cookie that is not an id is replaced', async (context) => {
  const { visit } = await site(context, 50);
  const { headers } = await visit('__Host-kargo-visitor=../../etc');
  assert.match(String(headers['set-cookie']), /^__Host-kargo-visitor=[\w-]{22};/);
});
