import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { PublishedRoutes } from 'shared-types/releases/release';
import { prerenderedFile } from 'shared-types/releases/release-addresses';
import { currentVersion, type ReleaseMap } from 'shared-types/releases/release-map';
import { makeCurrent } from './make-current.ts';
import { publish } from './publish.ts';
import { readReleaseMap } from './release-map.ts';
import { keys } from './testing/keys.ts';
import { writeBuild } from './testing/write-build.ts';

// The bundles have the format of webpack's, but are smaller.

let folder: string;
let releases: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-prerender-'));
  releases = join(folder, 'releases');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('A remote is rendered with the current shell: its public pages and the not-found page', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', "exports.default = { Home: 'Home 1' };");
  assert.deepEqual(await pagesOf('1.0.0', '1.0.0'), {
    '/': { html: '/ shows Home 1 of marketing 1.0.0', css: 'a{}' },
    '/*': { html: '/* shows Home 1 of marketing 1.0.0', css: 'a{}' },
  });
});

test('A shell is rendered with the current remotes, in place of the one before', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', "exports.default = { Home: 'Home 1' };");
  await publishShell('1.1.0');
  assert.ok('/' in (await pagesOf('1.1.0', '1.0.0')));
});

test('A remote that renders only with the next shell is published together with it', async () => {
  await publishShell('1.0.0', "screen === 'Home 2' ? undefined.page : screen");
  await publishRemote('1.0.0', "exports.default = { Home: 'Home 1' };");
  const remote = {
    version: '1.1.0',
    content: { 'node/screens.cjs': "exports.default = { Home: 'Home 2' };" },
  };
  const from = [await writeBuild(folder, remote), await shellBuild('1.1.0', 'screen')];
  await assert.rejects(
    publish({ from: from.slice(0, 1), releases, keys }),
    /does not render in Node/,
  );
  await publish({ from, releases, keys });
  assert.deepEqual((await pagesOf('1.1.0', '1.1.0'))['/']?.html, 'Home 2');
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

test('A refused release is refused again', async () => {
  await publishShell('1.0.0');
  const refused = () => publishRemote('1.1.0', "throw new Error('Told to fail');");
  await assert.rejects(refused(), /Told to fail/);
  await assert.rejects(refused(), /Told to fail/);
  assert.equal((await readReleaseMap(releases)).apps.marketing, undefined);
});

test('A rollback does not render again, and is not stopped by a page that does not render', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', "exports.default = { Home: 'Home 1' };");
  await publishRemote('1.1.0', "exports.default = { Home: 'Home 2' };");
  const rendered = join(releases, prerenderedFile('1.0.0', { app: 'marketing', version: '1.0.0' }));
  const before = await stat(rendered);
  await makeCurrent({ releases, keys, versions: { marketing: '1.0.0' }, force: true });
  assert.equal((await stat(rendered)).mtimeMs, before.mtimeMs);

  await publishRemote('1.1.0', "exports.default = { Home: 'Home 2' };");
  await publishShell('1.1.0', "screen === 'Home 1' ? undefined.page : screen");
  const back = { releases, keys, versions: { marketing: '1.0.0' } };
  await assert.rejects(makeCurrent(back), /does not render in Node: Cannot read properties/);
  await makeCurrent({ ...back, force: true });
  assert.equal(currentVersion(await readReleaseMap(releases), 'marketing'), '1.0.0');
});

test('A release whose screens fail the smoke test is refused; the map tells which ones passed it', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', "exports.default = { Home: 'Home 1' };");
  await publishRemote('1.1.0', "exports.default = { Home: 'Home 2' };");
  const before = await readReleaseMap(releases);
  const change = { releases, keys, versions: { marketing: '1.0.0' } };
  const asked: unknown[] = [];
  const smokeTest = (problems: string[]) => async (map: ReleaseMap, apps: string[]) => {
    asked.push([currentVersion(map, 'marketing'), apps]);
    return problems;
  };
  await assert.rejects(makeCurrent({ ...change, smokeTest: smokeTest(['Home throws.']) }), {
    name: 'Error',
    message: 'Home throws.',
  });
  assert.deepEqual(await readReleaseMap(releases), before);
  const { apps } = await makeCurrent({ ...change, smokeTest: smokeTest([]) });
  const passed = apps.marketing?.map((record) => `${record.version} ${record.passed}`);
  assert.deepEqual(passed, ['1.0.0 all', '1.1.0 without-browser']);
  assert.deepEqual(asked, [
    ['1.0.0', ['marketing']],
    ['1.0.0', ['marketing']],
  ]);
});

test('A current release may pass the smoke test later, and keeps the time when it became current', async () => {
  await publishShell('1.0.0');
  await publishRemote('1.0.0', "exports.default = { Home: 'Home 1' };");
  const before = (await readReleaseMap(releases)).apps.marketing?.[0];
  assert.equal(before?.passed, 'without-browser');
  const versions = { marketing: '1.0.0' };
  const { apps, generation } = await makeCurrent({
    releases,
    keys,
    versions,
    smokeTest: async () => [],
  });
  assert.deepEqual(apps.marketing, [{ ...before, passed: 'all' }]);
  const again = await makeCurrent({ releases, keys, versions, smokeTest: async () => [] });
  assert.equal(again.generation, generation);
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

async function publishShell(version: string, html?: string): Promise<unknown> {
  return publish({ from: [await shellBuild(version, html)], releases, keys });
}

/** @param html JavaScript expression for the HTML of a page */
function shellBuild(
  version: string,
  html = "path + ' shows ' + screen + ' of marketing ' + candidates.marketing[0].version",
): Promise<string> {
  const content = {
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
  };
  return writeBuild(folder, { app: 'shell', version, content });
}

/** @param bundle code of the Node bundle; null for a build without one */
async function publishRemote(version: string, bundle: string | null): Promise<unknown> {
  const content = { 'node/screens.cjs': bundle };
  return publish({ from: [await writeBuild(folder, { version, content })], releases, keys });
}

async function pagesOf(
  shell: string,
  version: string,
): Promise<Record<string, { html: string } | undefined>> {
  const file = prerenderedFile(shell, { app: 'marketing', version });
  return JSON.parse(await readFile(join(releases, file), 'utf8'));
}
