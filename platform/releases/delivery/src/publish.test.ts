import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { recordPath } from '@kargo/release-log/log/app-record';
import {
  currentRelease,
  fallbackReleases,
  servedApps,
} from '@kargo/release-log/log/served-releases';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import type { ReleaseStore } from '@kargo/release-log/stores/release-store';
import { MemoryStore } from '@kargo/release-log/testing/memory-store';
import { publish } from './publish.ts';
import { storeBuild } from './store-build.ts';
import { keyVariables } from './testing/keys.ts';
import { build, folder, newSite, TestSite } from './testing/test-site.ts';
import type { Build } from './testing/write-build.ts';

let site = newSite();

beforeEach(() => {
  site = newSite();
});

const script = 'console.log("parcel");\n'.repeat(200);

/** Returns the content of a file of marketing 1.0.0. */
const contentOf = (name: string) => site.store.read(`marketing/1.0.0/${name}`, 1e6);

/** Makes the store fail when it reads a path that ends like this. */
function keepFromReading(context: TestContext, end: string): void {
  const read = site.store.read.bind(site.store);
  context.mock.method(site.store, 'read', async (path: string, maxBytes: number) => {
    if (path.endsWith(end)) throw new Error('The store is away.');
    return read(path, maxBytes);
  });
}

/** Expects a refusal with this message, and an unchanged log. */
async function refused(attempt: () => Promise<unknown>, message: string | RegExp): Promise<void> {
  const before = await site.state();
  await assert.rejects(attempt, { message });
  assert.deepEqual(await site.state(), before);
}

test('A published release has its own folder, and lists the hashes of all files and variants', async () => {
  const content = { 'remoteEntry.js': script, 'assets/logo.png': script };
  const [release] = await site.publish({ content });
  assert.deepEqual([release?.app, release?.version], ['marketing', '1.0.0']);
  assert.equal(String(await contentOf('remoteEntry.js')), script);
  assert.equal(String(brotliDecompressSync(await contentOf('remoteEntry.js.br'))), script);
  assert.equal(String(gunzipSync(await contentOf('remoteEntry.js.gz'))), script);
  const hash = async (name: string) => {
    const bytes = await contentOf(name);
    return { sha384: createHash('sha384').update(bytes).digest('base64'), size: bytes.length };
  };
  assert.deepEqual(release?.files, {
    // Neither pictures nor small files gain from compression.
    'assets/logo.png': await hash('assets/logo.png'),
    'mf-manifest.json': await hash('mf-manifest.json'),
    'remoteEntry.js': {
      ...(await hash('remoteEntry.js')),
      variants: { '.br': await hash('remoteEntry.js.br'), '.gz': await hash('remoteEntry.js.gz') },
    },
  });
  assert.deepEqual(await site.store.names('marketing/1.0.0'), [
    'assets/',
    'mf-manifest.json',
    'release.json',
    'release.jws',
    'remoteEntry.js',
    'remoteEntry.js.br',
    'remoteEntry.js.gz',
  ]);
});

test('The log lists which releases were current, when, by whom, and the checks they passed', async () => {
  const before = Date.now();
  await site.publishVersions('1.0.0', '1.1.0');
  const state = await site.state();
  assert.equal(state.records.get('marketing')?.record.number, 2);
  assert.equal(await site.history(), '1.1.0 1.0.0');
  const current = currentRelease(state, 'marketing');
  assert.equal(current?.opened, null);
  assert.equal(current.by, 'owner');
  assert.ok(Date.parse(current.at) >= before);
});

test('Publishing the current release again changes nothing', async () => {
  await site.publishVersions('1.0.0', '1.1.0');
  const before = await site.state();
  await site.publishVersions('1.1.0');
  assert.deepEqual(await site.state(), before);
});

test('A release that is published again becomes current again, and the others are kept', async () => {
  await site.publishVersions('1.0.0', '1.1.0', '1.2.0', '1.1.0', '1.2.0');
  assert.equal(await site.history(), '1.2.0 1.1.0 1.0.0');
  const fallbacks = fallbackReleases(await site.state(), 'marketing');
  assert.deepEqual(
    fallbacks.map(({ version }) => version),
    ['1.1.0', '1.0.0'],
  );
});

test('Going back withdraws the replaced release, which becomes current again only on request', async () => {
  await site.publishVersions('1.0.0', '1.1.0', '1.2.0');
  const back = (version: string) => site.makeCurrent(version, { withdraw: 'throws' });
  await back('1.1.0');
  assert.equal(await site.history(), '1.1.0 (1.2.0) 1.0.0');
  await back('1.0.0');
  assert.equal(await site.history(), '1.0.0 (1.1.0) (1.2.0)');
  assert.deepEqual(fallbackReleases(await site.state(), 'marketing'), []);

  await assert.rejects(
    site.publishVersions('1.2.0'),
    /^Error: marketing 1\.2\.0 was withdrawn \(throws\): "pnpm release marketing --to 1\.2\.0 --again" brings it back\.$/,
  );
  assert.equal(await site.history(), '1.0.0 (1.1.0) (1.2.0)');
  await site.makeCurrent('1.2.0', { again: true });
  assert.equal(await site.history(), '1.2.0 1.0.0 (1.1.0)');
});

test('A version that is not published cannot become current', async () => {
  await site.publishVersions('1.0.0');
  await assert.rejects(site.makeCurrent('9.9.9'), /9\.9\.9\/release\.json does not exist/);
  assert.equal(await site.history(), '1.0.0');
});

test('Several apps become current in one step, or none does', async () => {
  await site.publish({}, { app: 'auth' });
  assert.deepEqual(servedApps(await site.state()).sort(), ['auth', 'marketing']);
  const broken = { app: 'auth', version: '1.1.0', entry: 'missing.js' };
  await refused(() => site.publish({ version: '1.1.0' }, broken), /lacks missing\.js, which/);
});

test('A release never changes: another build of its version is refused, and a file is named', async () => {
  await site.publish({ content: { 'home.js': 'first' } });
  await assert.rejects(
    site.publish({ content: { 'home.js': 'second' } }),
    /^Error: marketing 1\.0\.0 was published before with another home\.js, and a release never changes/,
  );
  const elsewhere = { 'home.js': 'first', 'home.js.map': '{"sources":["/elsewhere"]}' };
  await site.publish({ content: elsewhere });
  await assert.rejects(site.publish({}), /with another home\.js/);
  assert.equal(String(await contentOf('home.js')), 'first');
});

test('A published release with a missing or changed file does not become current', async () => {
  const first = { content: { 'remoteEntry.js': script } };
  await site.publish(first);
  await site.publish({ version: '1.1.0' });
  const file = 'marketing/1.0.0/remoteEntry.js.br';
  await site.store.write(file, Buffer.from('x'));
  await refused(() => site.publish(first), /remoteEntry\.js\.br is not what was published\.$/);
  await site.store.remove(file);
  await refused(() => site.publish(first), /remoteEntry\.js\.br is missing\.$/);
});

test('A remote that is incompatible with the shell is refused, and vice versa', async () => {
  const shell = (version: string, runtime: string, ...screens: string[]) => ({
    app: 'shell',
    version,
    provides: { '@kargo/shared-runtime/ui': runtime },
    routes: screens.map((screen) => `marketing/${screen}`),
  });
  const remote = (version: string, runtime: string) => ({
    version,
    needs: { '@kargo/shared-runtime/ui': runtime },
    screens: { Home: [] },
  });
  await site.publish(shell('1.0.0', '2.1.0', 'Home'));
  await site.publish(remote('1.0.0', '^2.1.0'));
  const nextShell = shell('2.0.0', '3.0.0', 'Home');
  const nextRemote = remote('2.0.0', '^3.0.0');
  await refused(
    () => site.publish(nextRemote),
    'marketing 2.0.0 needs @kargo/shared-runtime/ui in ^3.0.0, but shell 1.0.0 provides 2.1.0: release both together.',
  );
  await refused(
    () => site.publish(nextShell),
    'marketing 1.0.0 needs @kargo/shared-runtime/ui in ^2.1.0, but shell 2.0.0 provides 3.0.0: release both together.',
  );
  await refused(
    () => site.publish(shell('1.1.0', '2.1.0', 'Home', 'Prices')),
    'shell 1.1.0 routes to marketing/Prices, which marketing 1.0.0 lacks: add the screen, or take the route out.',
  );
  await site.publish(nextRemote, nextShell);
  assert.equal(await site.history(), '2.0.0 1.0.0');
  assert.equal(await site.history('shell'), '2.0.0 1.0.0');
});

test('A shell that routes to an unpublished remote is refused, unless it is the first', async () => {
  const shell = (version: string, ...routes: string[]) => ({ app: 'shell', version, routes });
  await site.publish(shell('1.0.0', 'marketing/Home'));
  await site.publish({ screens: { Home: [] } });
  const routing = shell('1.1.0', 'marketing/Home', 'tracking/Track');
  await refused(
    () => site.publish(routing),
    'shell 1.1.0 routes to tracking/Track, but no such remote is part of the site: release both together.',
  );
  await site.publish(routing, { app: 'tracking', screens: { Track: [] } });
  assert.equal(await site.history('shell'), '1.1.0 1.0.0');

  // On a developer's machine remotes in their own repositories may be missing.
  await site.add(shell('1.2.0', 'marketing/Home', 'parcels/List'));
  await site.makeCurrent({ shell: '1.2.0' }, { isRemoteOptional: true });
  assert.equal(await site.history('shell'), '1.2.0 1.1.0 1.0.0');
});

test('An empty title, or one of another public page, is refused; going back to it is not', async () => {
  const routes = ['marketing/About', 'auth/Login'];
  const titled = (app: string, version: string, screen: string, title: string) => ({
    app,
    version,
    screens: { [screen]: [] },
    texts: { [screen]: { title } },
  });
  await site.publish(
    { app: 'shell', routes, publicRoutes: routes },
    titled('marketing', '1.0.0', 'About', 'About Kargo'),
    titled('auth', '1.0.0', 'Login', 'Log in'),
  );
  await refused(
    () => site.publish(titled('marketing', '1.1.0', 'About', '')),
    'marketing 1.1.0 has no title for About: add it in src/screens.ts.',
  );
  const same = titled('marketing', '1.2.0', 'About', 'Log in');
  await refused(
    () => site.publish(same),
    'About of marketing 1.2.0 and Login of auth 1.0.0 have the same title "Log in": change one in src/screens.ts.',
  );
  await site.publish(same, titled('auth', '1.1.0', 'Login', 'Welcome back'));
  await site.makeCurrent({ auth: '1.0.0' }, { force: true });
  assert.equal(await site.history('auth'), '1.0.0 1.1.0');
});

test('The slower of two publishers of one app is refused, and learns about the other', async () => {
  await site.publish({ app: 'shell' });
  await site.publish({ version: '1.0.0' });
  for (const version of ['1.1.0', '1.2.0']) await site.add({ version });
  const overtaken = site.makeCurrent('1.1.0', {
    // The other one is faster.
    smokeTest: async () => {
      await site.makeCurrent('1.2.0');
      return { opened: [], problems: [], warnings: [] };
    },
  });
  await assert.rejects(
    overtaken,
    /^Error: owner made marketing 1\.2\.0 current at .*, after this began: look at it, then repeat the command to replace it\.$/,
  );
  assert.equal(await site.history(), '1.2.0 1.0.0');
  await site.makeCurrent('1.1.0');
  assert.equal(await site.history(), '1.1.0 1.2.0 1.0.0');
});

test('A slow build is refused if the app has changed in the meantime', async () => {
  await site.publish({ version: '1.0.0' });
  const began = await site.state();
  await site.publish({ version: '1.1.0' });
  await site.add({ version: '1.2.0' });
  await assert.rejects(
    site.makeCurrent('1.2.0', { began }),
    /^Error: owner made marketing 1\.1\.0 current/,
  );
  await site.makeCurrent('1.2.0', { began, anyway: true });
  assert.equal(await site.history(), '1.2.0 1.1.0 1.0.0');
});

test('Apps that are compatible only with each other are published in one step', async () => {
  const allOf = (version: string, react: string) => [
    { app: 'shell', version, provides: { react } },
    ...['auth', 'marketing'].map((app) => ({ app, version, needs: { react: `^${react}` } })),
  ];
  await site.publish(...allOf('1.0.0', '18.0.0'));
  const [shell = {}, ...remotes] = allOf('2.0.0', '19.0.0');
  const from = [await build(shell)];
  await refused(
    () => publish({ from, ...site.on, timeoutMs: 300 }),
    /auth 1\.0\.0 needs react in \^18\.0\.0, but shell 2\.0\.0/,
  );
  await site.publish(shell, ...remotes);
  const state = await site.state();
  assert.deepEqual(
    servedApps(state).map((app) => currentRelease(state, app)?.version),
    ['2.0.0', '2.0.0', '2.0.0'],
  );
});

test('Publishers of different apps at the same time keep all records', async () => {
  const apps = Array.from({ length: 12 }, (_, index) => `app-${index}`);
  await Promise.all(apps.map((app) => site.publish({ app })));
  assert.deepEqual(servedApps(await site.state()).sort(), apps.sort());
});

test('Publishers of the same release at the same time leave one whole release', async () => {
  const from = [await build({ content: { 'remoteEntry.js': 'x'.repeat(5000) } })];
  await Promise.all([1, 2, 3, 4].map(() => publish({ from, ...site.on })));
  assert.deepEqual(await site.store.names('marketing'), ['1.0.0/']);
  assert.deepEqual((await site.status())?.problems, []);
});

test('A publisher that fails does not remove what another one has finished', async () => {
  const from = await build({});
  class FullStore extends MemoryStore {
    override async write() {
      await storeBuild(from, site.on);
      throw new Error('full');
    }
  }
  await assert.rejects(storeBuild(from, { ...site.on, store: new FullStore() }), /full/);
  const files = await site.store.names('marketing/1.0.0');
  assert.ok(files.includes('release.json') && files.includes('remoteEntry.js'), `${files}`);
});

test('A publisher who fails stops removing files once another has finished the same release', async () => {
  const from = await build({});
  const { store } = site;
  const failing: ReleaseStore = {
    name: 'failing',
    now: () => store.now(),
    read: (path, maxBytes) => store.read(path, maxBytes),
    create: (path, content) => store.create(path, content),
    list: (path) => store.list(path),
    names: (path) => store.names(path),
    async write(path, content) {
      if (path.endsWith('.jws')) throw new Error('full');
      await store.write(path, content);
    },
    async remove(path) {
      await storeBuild(from, site.on);
      await store.remove(path);
    },
  };
  await storeBuild(from, site.on);
  const { size } = store.objects;
  store.objects.clear();
  await assert.rejects(storeBuild(from, { ...site.on, store: failing }), /full/);
  assert.equal(store.objects.size, size - 1);
});

test('The next publisher rewrites what a killed one has left', async () => {
  await site.store.write('marketing/1.0.0/remoteEntry.js', Buffer.from('console.'));
  await site.publish({ content: { 'remoteEntry.js': script } });
  assert.equal(String(await contentOf('remoteEntry.js')), script);
});

test('On a full disk no files are left behind, and the error says how much space is needed', async (context) => {
  const releases = await mkdtemp(join(folder, 'full-'));
  const small = ['mount', '-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', releases];
  if (spawnSync('/usr/bin/env', small).status !== 0)
    return context.skip('needs a file system to fill');
  context.after(() => spawnSync('/usr/bin/env', ['umount', releases]));
  const full = new TestSite(new FolderStore(releases));
  await full.publish({ version: '1.0.0' });
  const file = (index: number) => [`film-${index}.mp4`, randomBytes(30_000).toString('hex')];
  const content = Object.fromEntries(Array.from({ length: 20 }, (_, index) => file(index)));

  for (const _attempt of [1, 2]) {
    await assert.rejects(full.publish({ version: '1.1.0', content }), ({ message }: Error) => {
      const room = /^There is no room in (.*): about (\d+) kB are needed, (\d+) kB are free\.$/;
      const [, place, needed, free] = room.exec(message) ?? [];
      assert.equal(place, releases, message);
      // As much as the whole release, which is more than any of its files or the disk has.
      assert.ok(Number(needed) > 1200 && Number(free) < 512, message);
      return true;
    });
    assert.deepEqual(await readdir(join(releases, 'marketing')), ['1.0.0']);
  }
  await full.publish({ version: '1.2.0' });

  await writeFile(join(releases, 'filler'), Buffer.alloc(1024 * 1024)).catch(() => {});
  await assert.rejects(
    full.makeCurrent('1.0.0'),
    new RegExp(
      `^Error: There is no room in ${releases}: about \\d+ kB are needed, \\d+ kB are free`,
    ),
  );
  await rm(join(releases, 'filler'));
  await full.makeCurrent('1.0.0');
});

const refusals: [reason: string, build: Build, message: RegExp][] = [
  [
    'an app name that leaves the folder',
    { app: '../marketing' },
    /kargo\.json, line 1: app must match pattern/,
  ],
  [
    'a version that leaves the folder',
    { version: '../../1.0.0' },
    /line 1: version must match pattern/,
  ],
  ['a hidden version', { version: '.1' }, /line 1: version must match pattern/],
  ['an entry that is missing', { entry: 'other.js' }, /lacks other\.js, which/],
  ['a screen script that is missing', { screens: { Home: ['home.js'] } }, /lacks home\.js, which/],
  ['no kargo.json', { content: { 'kargo.json': null } }, /kargo\.json is missing, also in the/],
  ['no manifest', { content: { 'mf-manifest.json': null } }, /ENOENT.*mf-manifest\.json/],
  ['a kargo.json cut short', { content: { 'kargo.json': '{"app":' } }, /kargo\.json: .* JSON/],
  ['a shell without routes', { app: 'shell', content: { 'routes.json': null } }, /routes\.json/],
  [
    'a shell without a place for the head of its page',
    {
      app: 'shell',
      content: { 'index.html': '<html>' },
    },
    /lacks <!--kargo:head-->/,
  ],
];

for (const [reason, broken, message] of refusals) {
  test(`A build is refused and nothing changes: ${reason}`, async () => {
    await site.publish({ app: 'profile' });
    const before = [...site.store.objects.keys()];
    await assert.rejects(site.publish(broken), message);
    assert.deepEqual([...site.store.objects.keys()], before);
  });
}

test('The command publishes, or says in one sentence why it cannot', async () => {
  const command = join(import.meta.dirname, 'publish.ts');
  const run = (...parameters: string[]) =>
    promisify(execFile)(process.execPath, [command, ...parameters], {
      env: { ...process.env, ...keyVariables },
    });
  const releases = await mkdtemp(join(folder, 'releases-'));
  const stored = new TestSite(new FolderStore(releases));
  const from = await build({});
  const { stdout } = await run(from, '--releases', releases);
  assert.match(
    stdout,
    /^Published marketing 1\.0\.0\.\nRELEASES_AT_LEAST=marketing:1:[\w+/]{64}\n$/,
  );
  for (const number of [2, 3, 4, 500])
    await stored.store.write(recordPath('marketing', number), Buffer.from('garbage'));
  const { stderr } = await run(await build({ version: '1.1.0' }), '--releases', releases);
  assert.match(stderr, /marketing\/9999999499\.json does not count.* Nor do 3 other files /);
  assert.equal((await stored.record())?.number, 5);

  await stored.add({ version: '2.0.0' });
  const steps = [{ percent: 100, minute: 60 }];
  await stored.makeCurrent('2.0.0', { percent: 1, steps });
  const other = [await build({ version: '3.0.0' }), '--releases', releases];
  await assert.rejects(run(...other), /2\.0\.0 is being rolled out.*--anyway releases 3\.0\.0/);
  await run(...other, '--anyway');
  assert.equal(await stored.history(), '3.0.0 1.1.0 1.0.0');

  await assert.rejects(run(from), (error: { code?: number }) => {
    assert.equal(error.code, 1);
    assert.match(String(error), /Usage: node platform\/releases\/delivery\/src\/publish\.ts/);
    return true;
  });
});

test('If the store cannot read the shell, a remote is not judged without it', async (context) => {
  await site.publish({ app: 'shell', provides: { react: '18.0.0' } });
  keepFromReading(context, 'shell/1.0.0/release.json');
  const remote = { needs: { react: '^19.0.0' } };
  await refused(() => site.publish(remote), 'The store is away.');
});

test('If the store cannot read a signature, a stored release is not written again', async (context) => {
  const from = await build({});
  await publish({ from: [from], ...site.on });
  keepFromReading(context, '.jws');
  const write = context.mock.method(site.store, 'write').mock;
  await assert.rejects(storeBuild(from, site.on), { message: 'The store is away.' });
  assert.equal(write.callCount(), 0);
});

test('A remote that the shell of the meantime does not fit is refused', async () => {
  const shell = (version: string, react: string) => ({
    app: 'shell',
    version,
    provides: { react },
  });
  await site.publish(shell('1.0.0', '18.0.0'));
  await site.publish({});
  await site.add({ version: '1.1.0', needs: { react: '^18.0.0' } });
  const slow = site.makeCurrent('1.1.0', {
    smokeTest: async () => {
      await site.publish(shell('2.0.0', '19.0.0'));
      return { opened: [], problems: [], warnings: [] };
    },
  });
  await assert.rejects(slow, /marketing 1\.1\.0 needs react in \^18\.0\.0, but shell 2\.0\.0/);
  assert.equal(await site.history(), '1.0.0');
});

test('If the store cannot read a file, that is not said to have changed', async (context) => {
  await site.add({});
  keepFromReading(context, 'remoteEntry.js');
  await refused(() => site.makeCurrent('1.0.0'), 'The store is away.');
});
