import assert from 'node:assert/strict';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { servedApps } from '@kargo/release-log/log/served-releases';
import type { Notice } from '@kargo/release-log/notify';
import { listen } from '@kargo/release-log/testing/listen';
import { endCanary } from './canary.ts';
import { freezeApp, removeApp, unfreezeApp } from './change-record.ts';
import { newSite } from './testing/test-site.ts';

/** A site, and a server that is notified of its changes; without a status it never responds. */
async function notifyingSite(context: TestContext, status: number | undefined) {
  const notices: Notice[] = [];
  const url = await listen(context, async (request, response) => {
    notices.push((await json(request)) as Notice);
    if (status) response.writeHead(status, { location: '/elsewhere' }).end();
  });
  process.env.KARGO_NOTIFY_URL = `${url}/secret-token`;
  context.after(() => delete process.env.KARGO_NOTIFY_URL);
  const printed = context.mock.method(console, 'warn', () => {}).mock;
  return { site: newSite(), notices, printed };
}

test('Each change is announced in a sentence, with its author', async (context) => {
  const { site, notices, printed } = await notifyingSite(context, 204);
  await site.publish({});
  await site.add({ version: '2.0.0' });
  await site.makeCurrent('2.0.0', { percent: 5 });
  await endCanary(site.on, 'marketing');
  await site.makeCurrent('2.0.0', { percent: 5 });
  await site.makeCurrent('2.0.0');
  await site.makeCurrent('1.0.0', { withdraw: 'slow', force: true });
  await freezeApp(site.on, 'marketing', 'Black Friday\u202E');
  await unfreezeApp(site.on, 'marketing');
  assert.deepEqual(
    notices.map(({ what, version }) => `${what}, ${version}`),
    [
      'released, 1.0.0',
      'canary 2.0.0 at 5 %, 2.0.0',
      'canary 2.0.0 ended, 2.0.0',
      'canary 2.0.0 at 5 %, 2.0.0',
      'promoted, 2.0.0',
      'went back, 1.0.0',
      'frozen: Black Friday\uFFFD, 1.0.0',
      'unfrozen, 1.0.0',
    ],
  );
  const [{ text, app, by, at } = assert.fail()] = notices;
  assert.equal(text, `marketing: released; 1.0.0 is current. By ${by}.`);
  assert.equal(app, 'marketing');
  assert.ok(by && Date.parse(at));
  assert.equal(printed.callCount(), 0);
});

for (const [what, status, tries] of [
  ['fails', 500, 3],
  ['redirects', 302, 3],
  ['never responds', undefined, 1],
] as const) {
  test(`An address that ${what} stops no release, and is not printed`, async (context) => {
    const { site, notices, printed } = await notifyingSite(context, status);
    await site.publish({});
    assert.equal(await site.history(), '1.0.0');
    assert.equal(notices.length, tries);
    assert.equal(printed.callCount(), 1);
    assert.doesNotMatch(String(printed.calls[0]?.arguments), /127|secret/);
  });
}

test('A remote can be removed from the site once the shell has no route to it', async () => {
  const site = newSite();
  await site.publish({ app: 'shell', routes: ['marketing/Home'] });
  await site.publish({ screens: { Home: [] } });
  const before = await site.state();
  for (const [app, message] of [
    [
      'marketing',
      'shell 1.0.0 routes to marketing/Home: take its routes to marketing out and release the shell first.',
    ],
    ['shell', 'There is no site without the shell.'],
    ['auth', 'auth is not part of the site.'],
  ] as const)
    await assert.rejects(removeApp(site.on, app), { message });
  assert.deepEqual(await site.state(), before);

  await site.publish({ app: 'shell', version: '1.1.0' });
  await removeApp(site.on, 'marketing');
  assert.equal((await site.record())?.number, 2);
  assert.deepEqual(servedApps(await site.state()), ['shell']);
});
