import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { headPlaceholder, rootPlaceholder } from '@kargo/shared-types/releases/release-addresses';
import { fixtureSite, onHttps } from '../testing/fixture-releases.ts';
import { busyMachine, gateway } from '../testing/gateway.ts';

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
