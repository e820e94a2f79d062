import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { PublishedRoutes } from 'shared-types/release';
import { headPlaceholder, prerenderedFile } from 'shared-types/release-addresses';
import { publish } from './publish.ts';
import { activate, readReleaseMap } from './release-map.ts';

// Bundles as webpack writes them, smaller.

let folder: string;
let releases: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-prerender-'));
  releases = join(folder, 'releases');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('A remote is rendered with the current shell: its public pages, and no other', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', "exports.default = { Home: 'Home 1' };");
  assert.deepEqual(await pagesOf('1.0.0', '1.0.0'), {
    '/': { html: '/ shows Home 1 of marketing 1.0.0', css: 'a{}' },
  });
});

test('A shell is rendered with the current remotes, in place of the one before', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', "exports.default = { Home: 'Home 1' };");
  await publishShell('1.1.0');
  assert.ok('/' in (await pagesOf('1.1.0', '1.0.0')));
});

test('Apps that are published at the same time are rendered with each other', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', "exports.default = { Home: 'Home 1' };");
  await Promise.all([
    publishShell('1.1.0'),
    publishRemote('1.1.0', "exports.default = { Home: 'Home 2' };"),
  ]);
  assert.ok('/' in (await pagesOf('1.1.0', '1.1.0')));
});

test('The bundle of a remote gets what the shell shares, and nothing else', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', "exports.default = { Home: require('react').name };");
  assert.match((await pagesOf('1.0.0', '1.0.0'))['/']?.html ?? '', /shows React of the shell/);
  await assert.rejects(
    publishRemote('1.1.0', "exports.default = { Home: require('node:fs') };"),
    /A page does not render in Node: .*The shell does not share node:fs/s,
  );
});

test('A page that does not render refuses its release, and the map stays as it is', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', "exports.default = { Home: 'Home 1' };");
  const before = await readReleaseMap(releases);
  await assert.rejects(publishRemote('1.1.0', "throw new Error('Told to fail');"), /Told to fail/);
  assert.deepEqual(await readReleaseMap(releases), before);
});

test('What was refused is refused again', async () => {
  await publishShell('1.0.0');
  const refused = () => publishRemote('1.1.0', "throw new Error('Told to fail');");
  await assert.rejects(refused(), /Told to fail/);
  await assert.rejects(refused(), /Told to fail/);
  assert.equal((await readReleaseMap(releases)).microFrontends['kargo/marketing'], undefined);
});

test('Going back does not render again, and is not stopped by a page that does not', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', "exports.default = { Home: 'Home 1' };");
  await publishRemote('1.1.0', "exports.default = { Home: 'Home 2' };");
  const bundle = join(releases, 'marketing/1.0.0/node/screens.cjs');
  await writeFile(bundle, "throw new Error('Rendered again');");
  await activate({ releases, app: 'marketing', version: '1.0.0', isWayOut: true });
  assert.match((await pagesOf('1.0.0', '1.0.0'))['/']?.html ?? '', /Home 1/);

  await rm(join(releases, prerenderedFile('1.0.0', { app: 'marketing', version: '1.0.0' })));
  await activate({ releases, app: 'marketing', version: '1.1.0' });
  const back = { releases, app: 'marketing', version: '1.0.0' };
  await assert.rejects(activate(back), /Rendered again/);
  await activate({ ...back, isWayOut: true });
  const { microFrontends } = await readReleaseMap(releases);
  assert.equal(microFrontends['kargo/marketing']?.[0]?.metadata.version, '1.0.0');
});

test('A release without a Node bundle is published without pages', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', null);
  await assert.rejects(pagesOf('1.0.0', '1.0.0'), /ENOENT/);
});

test("Teams' code has no environment and reads no file but its program's", async () => {
  process.env.SECRET_FOR_TEST = 'secret';
  await publishShell(
    '1.0.0',
    "JSON.stringify(process.env) + refused(() => require('fs').readFileSync('/etc/passwd')) + refused(() => require('fs').writeFileSync('/tmp/planted', '')) + refused(() => require('child_process').spawnSync('true'))",
  );
  await publishRemote('1.0.0', "exports.default = { Home: 'Home 1' };");
  delete process.env.SECRET_FOR_TEST;
  assert.equal(
    (await pagesOf('1.0.0', '1.0.0'))['/']?.html,
    '{}ERR_ACCESS_DENIED ERR_ACCESS_DENIED ERR_ACCESS_DENIED ',
  );
});

const routes: PublishedRoutes = {
  routes: [
    { path: '/', name: 'Home', screen: 'marketing/Home', title: 'Home', isPublic: true },
    { path: '/mine', name: 'Mine', screen: 'marketing/Mine', title: 'Mine', isPublic: false },
    { path: '/login', name: 'Login', screen: 'auth/Login', title: 'Login', isPublic: true },
  ],
  notFoundTitle: 'Not found',
};

/** @param html expression of what a page shows */
function publishShell(
  version: string,
  html = "path + ' shows ' + screen + ' of marketing ' + candidates.marketing[0].version",
): Promise<unknown> {
  return publishBuild('shell', version, 'main.js', {
    'index.html': headPlaceholder,
    'routes.json': JSON.stringify(routes),
    'node/prerender.cjs': `
      const refused = (action) => {
        try { return action() } catch (error) { return error.code + ' ' }
      };
      exports.sharedModules = { react: { name: 'React of the shell' } };
      exports.prerender = async (path, candidates, loadScreen) => {
        const { default: screen } = await loadScreen('marketing/Home');
        return { html: ${html}, css: 'a{}' };
      };`,
  });
}

/** @param bundle null for a build without one */
function publishRemote(version: string, bundle: string | null): Promise<unknown> {
  const files: Record<string, string> = bundle === null ? {} : { 'node/screens.cjs': bundle };
  return publishBuild('marketing', version, 'remoteEntry.js', files);
}

async function publishBuild(
  app: string,
  version: string,
  entry: string,
  files: Record<string, string>,
): Promise<unknown> {
  const from = await mkdtemp(join(folder, 'dist-'));
  const release = JSON.stringify({ app, version, entry, screens: {}, shared: {} });
  const all = { 'release.json': release, [entry]: '/* entry */', ...files };
  for (const [name, content] of Object.entries(all)) {
    await mkdir(dirname(join(from, name)), { recursive: true });
    await writeFile(join(from, name), content);
  }
  return publish({ from, releases });
}

async function pagesOf(
  shell: string,
  version: string,
): Promise<Record<string, { html: string } | undefined>> {
  const file = prerenderedFile(shell, { app: 'marketing', version });
  return JSON.parse(await readFile(join(releases, file), 'utf8'));
}
