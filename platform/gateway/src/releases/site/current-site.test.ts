import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { signPreview } from '@kargo/release-log/rules/preview-token';
import { listen } from '@kargo/release-log/testing/listen';
import type { StoredRelease } from '@kargo/shared-types/releases/release';
import { headPlaceholder, releaseMapPath } from '@kargo/shared-types/releases/release-addresses';
import { whoMadePath } from '@kargo/shared-types/releases/who-made';
import {
  fixtureKey,
  fixtureReleases,
  fixtureSite,
  onHttps,
} from '../../testing/fixture-releases.ts';
import { fixtureRoutes, fixtureTexts } from '../../testing/fixture-routes.ts';
import { busyMachine, gateway } from '../../testing/gateway.ts';

const SITE_URL = 'https://kargo.example';
const at = '2026-01-02T03:04:05.000Z';
const by = 'Marketing team, https://ci.example/run/7';
const marketing: Partial<StoredRelease> = {
  owner: 'Marketing team',
  commit: '0123456789abcdef',
};

/** A site with marketing 2.0.0, which replaced 1.0.0. Its store also has 3.0.0. */
async function site(context: TestContext, variables: Record<string, string> = {}) {
  const releases = await fixtureSite(context);
  for (const version of ['2.0.0', '3.0.0'])
    await releases.writeRemote('marketing', version, marketing);
  await releases.writeShell('2.0.0', {}, { owner: 'Platform team' });
  await releases.serve({
    shell: [
      { version: '2.0.0', at },
      { version: '1.0.0', at },
    ],
    marketing: [
      { version: '2.0.0', at, by },
      { version: '1.0.0', at, by },
    ],
  });
  const env = { ...onHttps(releases.folder), ...variables };
  const { get } = await gateway(context, releases.folder, env);
  const ask = (cookie = '') => get(whoMadePath, { cookie });
  const ofMarketing = async (cookie?: string) => (await ask(cookie)).json().marketing.releases;
  return { releases, ask, ofMarketing };
}

test("Everybody may know a release's owner and since when it is current, but not its run or sources", async (context) => {
  const { ask } = await site(context);
  const response = await ask();
  assert.equal(response.headers['cache-control'], 'private, no-cache');
  assert.deepEqual(response.json(), {
    shell: {
      owner: 'Platform team',
      releases: {
        '2.0.0': { came: 'current', since: at },
        '1.0.0': { came: 'replaced' },
      },
    },
    marketing: {
      owner: 'Marketing team',
      releases: {
        '2.0.0': { came: 'current', since: at },
        '1.0.0': { came: 'replaced' },
      },
    },
  });
});

test('A canary is described with its percentage', async (context) => {
  const { releases, ofMarketing } = await site(context);
  const next = {
    ...(await releases.recorded('marketing', { version: '3.0.0', at, by })),
    percent: 5,
  };
  await releases.change('marketing', { next });
  const { '3.0.0': canary, '2.0.0': current } = await ofMarketing();
  assert.deepEqual(canary, { came: 'canary (5%)', since: at });
  assert.equal(current.came, 'current');
});

test('A previewed release is shown only to visitors who have opened the link', async (context) => {
  const { ofMarketing } = await site(context);
  const iat = Date.now() / 1000;
  const apps = { marketing: '3.0.0' };
  const token = await signPreview({ apps, site: SITE_URL, iat, exp: iat + 60 }, fixtureKey);
  const seen = await ofMarketing(`__Host-kargo-preview=${token}`);
  assert.deepEqual(seen['3.0.0'], { came: 'preview' });
  assert.equal((await ofMarketing())['3.0.0'], undefined);
});

test('A release in place of a failed one is described as a fallback', async (context) => {
  const { releases, ask, ofMarketing } = await site(context);
  const shell = (await ask('kargo-failed-shell=2.0.0')).json().shell.releases;
  assert.equal(shell['1.0.0'].came, 'fallback');
  assert.equal(shell['2.0.0'].came, 'current');

  await releases.serve({ shell: '2.0.0', marketing: ['9.9.9', { version: '1.0.0', at }] });
  await context.waitFor(async () => {
    assert.deepEqual((await ofMarketing())['1.0.0'], { came: 'fallback' });
  }, busyMachine);
});

test('The owner of an app on a development server is known', async (context) => {
  const origin = await listen(context, (_request, response) => {
    response.end(JSON.stringify({ app: 'auth', screens: {}, owner: 'Auth team' }));
  });
  const { ask } = await site(context, {
    SITE_URL: 'http://localhost:3000',
    KARGO_DEV_APPS: `auth=${origin}`,
  });
  assert.deepEqual((await ask()).json().auth, { owner: 'Auth team', releases: {} });
});

const developed = (context: TestContext, folder: string, KARGO_DEV_APPS: string) =>
  gateway(context, folder, { KARGO_DEV_APPS });

test('A remote in development takes the place of its release, without preloads', async (context) => {
  const { folder } = await fixtureSite(context);
  const { get, homePage } = await developed(context, folder, 'marketing=http://localhost:3101');
  const { body } = await homePage();
  assert.doesNotMatch(body, /rel="preload"/);
  const expected = {
    url: 'http://localhost:3101/remoteEntry.js',
    version: 'dev',
    // Until its server responds, they are those of the release.
    titles: { Home: fixtureTexts.title },
    styles: '',
  };
  assert.ok(body.includes(JSON.stringify(expected)));
  const map = (await get(releaseMapPath)).json();
  assert.deepEqual(map.marketing, [expected]);
  assert.equal(map.shell[0].version, '1.0.0');
});

test('A remote in development has the titles that its server has now', async (context) => {
  const { folder } = await fixtureSite(context);
  const server = await developmentServer(context);
  const { get, homePage } = await developed(context, folder, `marketing=${server.origin}`);
  for (const title of ['First', 'Second']) {
    server.titles.Home = { title };
    assert.match((await homePage()).body, new RegExp(`<title>${title}</title>`));
    const { marketing } = (await get(releaseMapPath)).json();
    assert.deepEqual(marketing[0].titles, { Home: title });
  }
});

test('A remote that was never published can be developed in the site', async (context) => {
  const { folder } = await fixtureSite(context);
  const { homePage } = await developed(context, folder, 'auth=http://localhost:3102');
  assert.match((await homePage()).body, /"auth":\[\{"url":"http:\/\/localhost:3102/);
});

test('The shell in development is fetched for every page, with nothing published at all', async (context) => {
  const { folder } = await fixtureReleases(context);
  const shell = await developmentServer(context);
  const { get, homePage } = await developed(context, folder, `shell=${shell.origin}`);

  const first = await homePage();
  assert.equal(first.statusCode, 200);
  assert.match(first.body, /<body>version 1<\/body>/);
  assert.match(first.body, /id="kargo-configuration"/);

  shell.html = shell.html.replace('version 1', 'version 2');
  assert.match((await homePage()).body, /<body>version 2<\/body>/);
  assert.equal((await get('/nowhere')).statusCode, 404);
  assert.equal((await get('/favicon.svg')).headers.location, `${shell.origin}/public/favicon.svg`);
});

test('Only pages of this site can read the files of a development server', async (context) => {
  const { folder } = await fixtureReleases(context);
  const { origin } = await developmentServer(context);
  const { get } = await developed(context, folder, `marketing=${origin}`);
  const { statusCode, headers } = await get('/releases/marketing/dev/kargo.json');
  assert.equal(statusCode, 200);
  assert.equal(headers['access-control-allow-origin'], undefined);
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
});

test("While the shell's dev server is not up, pages say so", async (context) => {
  const { folder } = await fixtureReleases(context);
  const { homePage } = await developed(context, folder, 'shell=http://127.0.0.1:1');
  const response = await homePage();
  assert.equal(response.statusCode, 503);
  assert.match(response.body, /^The shell's dev server is not up yet/);
});

async function developmentServer(context: TestContext) {
  const shell = {
    origin: '',
    titles: {} as Record<string, { title: string }>,
    html: `<html><head>${headPlaceholder}</head><body>version 1</body></html>`,
  };
  shell.origin = await listen(context, (request, response) => {
    if (request.url === '/index.html') response.end(shell.html);
    else if (request.url === '/routes.json') response.end(JSON.stringify(fixtureRoutes));
    else if (request.url === '/kargo.json') {
      response.end(JSON.stringify({ app: 'marketing', screens: shell.titles }));
    } else response.writeHead(404).end();
  });
  return shell;
}
