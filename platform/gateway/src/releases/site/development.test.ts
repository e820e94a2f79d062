import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { headPlaceholder, releaseMapPath } from '@kargo/shared-types/releases/release-addresses';
import { fixtureReleases, fixtureSite } from '../../testing/fixture-releases.ts';
import { fixtureRoutes, fixtureTexts } from '../../testing/fixture-routes.ts';
import { gateway } from '../../testing/gateway.ts';
import { listen } from '../../testing/listen.ts';

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
