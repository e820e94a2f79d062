import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { recordPath } from '@kargo/release-log/log/app-record';
import {
  currentRelease,
  fallbackReleases,
  servedApps,
} from '@kargo/release-log/log/served-releases';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { makeCurrent } from './make-current.ts';
import { publish } from './publish.ts';
import { storeBuild } from './store-build.ts';
import { keys, keyVariables } from './testing/keys.ts';
import { historyOf, stateOf } from './testing/state-of.ts';
import { type Build, writeBuild } from './testing/write-build.ts';

let folder: string;
let releases: string;
let store: FolderStore;
let isMounted = false;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-delivery-'));
  releases = join(folder, 'releases');
  store = new FolderStore(releases);
});

afterEach(async () => {
  if (isMounted) fileSystem('umount', releases);
  isMounted = false;
  await rm(folder, { recursive: true, force: true });
});

test('A published release is served from its own folder, compressed next to the original', async () => {
  const script = 'console.log("parcel");\n'.repeat(200);
  const from = await build({ content: { 'remoteEntry.js': script, 'assets/logo.png': script } });

  const published = await publish({ from: [from], store, keys });
  assert.deepEqual(
    published.map(({ app, version }) => [app, version]),
    [['marketing', '1.0.0']],
  );

  const release = join(releases, 'marketing/1.0.0');
  assert.equal(await readFile(join(release, 'remoteEntry.js'), 'utf8'), script);
  const brotli = await readFile(join(release, 'remoteEntry.js.br'));
  const gzip = await readFile(join(release, 'remoteEntry.js.gz'));
  assert.equal(brotliDecompressSync(brotli).toString(), script);
  assert.equal(gunzipSync(gzip).toString(), script);
  assert.deepEqual(await readdir(join(release, 'assets')), ['logo.png']);
});

test('Files too small to gain are not compressed', async () => {
  await publish({ from: [await build({})], store, keys });
  assert.deepEqual((await readdir(join(releases, 'marketing/1.0.0'))).sort(), [
    'mf-manifest.json',
    'release.json',
    'release.jws',
    'remoteEntry.js',
  ]);
});

test('A release lists the hash of every file and of its variants', async () => {
  const script = 'console.log("parcel");\n'.repeat(200);
  const from = await build({ content: { 'remoteEntry.js': script, 'assets/logo.png': 'logo' } });
  const [release] = await publish({ from: [from], store, keys });
  const file = async (name: string) => {
    const content = await readFile(join(releases, 'marketing/1.0.0', name));
    const sha384 = createHash('sha384').update(content).digest('base64');
    return { sha384, size: content.length };
  };
  assert.deepEqual(release?.files, {
    'assets/logo.png': await file('assets/logo.png'),
    'mf-manifest.json': await file('mf-manifest.json'),
    'remoteEntry.js': {
      ...(await file('remoteEntry.js')),
      variants: { '.br': await file('remoteEntry.js.br'), '.gz': await file('remoteEntry.js.gz') },
    },
  });
});

test('The log lists which releases were current, when, by whom, and the checks they passed', async () => {
  const before = Date.now();
  await publishVersions('1.0.0', '1.1.0');
  const state = await stateOf(store);
  assert.equal(state.records.get('marketing')?.record.number, 2);
  assert.equal(await historyOf(store, 'marketing'), '1.1.0 1.0.0');
  const current = currentRelease(state, 'marketing');
  assert.equal(current?.opened, null);
  assert.equal(current.by, 'owner');
  assert.ok(Date.parse(current.at) >= before);
});

test('Publishing the current release again changes nothing', async () => {
  await publishVersions('1.0.0', '1.1.0');
  const before = await stateOf(store);
  await publishVersions('1.1.0');
  assert.deepEqual(await stateOf(store), before);
});

test('A release that is published again becomes current again, and the others are kept', async () => {
  await publishVersions('1.0.0', '1.1.0', '1.2.0', '1.1.0', '1.2.0');
  assert.equal(await historyOf(store, 'marketing'), '1.2.0 1.1.0 1.0.0');
  const behind = fallbackReleases(await stateOf(store), 'marketing').map(({ version }) => version);
  assert.deepEqual(behind, ['1.1.0', '1.0.0']);
});

test('A record names the ten releases before the current one', async () => {
  await publishVersions(...Array.from({ length: 12 }, (_, index) => `1.${index}.0`));
  assert.match(await historyOf(store, 'marketing'), /^1\.11\.0 (.*) 1\.1\.0$/);
});

test('A rollback withdraws the replaced release, which becomes current again only on request', async () => {
  await publishVersions('1.0.0', '1.1.0', '1.2.0');
  const back = (version: string) =>
    makeCurrent({ store, keys, versions: { marketing: version }, withdraw: 'throws' });
  await back('1.1.0');
  assert.equal(await historyOf(store, 'marketing'), '1.1.0 (1.2.0) 1.0.0');
  await back('1.0.0');
  assert.equal(await historyOf(store, 'marketing'), '1.0.0 (1.1.0) (1.2.0)');
  assert.deepEqual(fallbackReleases(await stateOf(store), 'marketing'), []);

  await assert.rejects(
    publishVersions('1.2.0'),
    /^Error: marketing 1\.2\.0 was withdrawn \(throws\): "pnpm release marketing --to 1\.2\.0 --again" brings it back\.$/,
  );
  assert.equal(await historyOf(store, 'marketing'), '1.0.0 (1.1.0) (1.2.0)');
  await makeCurrent({ store, keys, versions: { marketing: '1.2.0' }, again: true });
  assert.equal(await historyOf(store, 'marketing'), '1.2.0 1.0.0 (1.1.0)');
});

test('A version that is not published cannot become current', async () => {
  await publishVersions('1.0.0');
  const versions = { marketing: '9.9.9' };
  await assert.rejects(
    makeCurrent({ store, keys, versions }),
    /9\.9\.9\/release\.json does not exist/,
  );
  assert.equal(await historyOf(store, 'marketing'), '1.0.0');
});

test('Several apps become current in one step, or none does', async () => {
  const from = [
    await build({ app: 'marketing', version: '1.0.0' }),
    await build({ app: 'auth', version: '1.0.0' }),
  ];
  await publish({ from, store, keys });
  const before = await stateOf(store);
  assert.deepEqual(servedApps(before).sort(), ['auth', 'marketing']);

  const good = await build({ app: 'marketing', version: '1.1.0' });
  const broken = await build({ app: 'auth', version: '1.1.0', entry: 'missing.js' });
  await assert.rejects(publish({ from: [good, broken], store, keys }), /lacks missing\.js, which/);
  assert.deepEqual(await stateOf(store), before);
});

test('A release never changes: another build of its version is refused with the name of a file', async () => {
  await publish({ from: [await build({ content: { 'home.js': 'first' } })], store, keys });
  const other = await build({ content: { 'home.js': 'second' } });
  await assert.rejects(
    publish({ from: [other], store, keys }),
    /^Error: marketing 1\.0\.0 was published before with another home\.js, and a release never changes/,
  );
  const elsewhere = await build({
    content: { 'home.js': 'first', 'home.js.map': '{"sources":["/elsewhere"]}' },
  });
  await publish({ from: [elsewhere], store, keys });
  const lacking = await build({});
  await assert.rejects(publish({ from: [lacking], store, keys }), /with another home\.js/);
  assert.equal(await readFile(join(releases, 'marketing/1.0.0/home.js'), 'utf8'), 'first');
});

const damages: [what: string, damage: (file: string) => Promise<void>, problem: RegExp][] = [
  ['has lost', (file) => rm(file), /remoteEntry\.js\.br is missing\.$/],
  [
    'has changed',
    (file) => writeFile(file, 'x'),
    /remoteEntry\.js\.br is not what was published\.$/,
  ],
];

for (const [what, damage, problem] of damages) {
  test(`A published release that ${what} a file does not become current`, async () => {
    const script = 'console.log("parcel");\n'.repeat(200);
    const from = await build({ content: { 'remoteEntry.js': script } });
    await publish({ from: [from], store, keys });
    await publishVersions('1.1.0');
    await damage(join(releases, 'marketing/1.0.0/remoteEntry.js.br'));
    const before = await stateOf(store);
    await assert.rejects(publish({ from: [from], store, keys }), problem);
    assert.deepEqual(await stateOf(store), before);
  });
}

test('A remote that does not fit the shell is refused, and so is a shell that does not fit a remote', async () => {
  const shell = (version: string, runtime: string, routes: string[]) =>
    build({ app: 'shell', version, provides: { '@kargo/shared-runtime/ui': runtime }, routes });
  const remote = (version: string, runtime: string) =>
    build({ version, needs: { '@kargo/shared-runtime/ui': runtime }, screens: { Home: [] } });
  await publish({ from: [await shell('1.0.0', '2.1.0', ['marketing/Home'])], store, keys });
  await publish({ from: [await remote('1.0.0', '^2.1.0')], store, keys });
  const before = await stateOf(store);
  const nextShell = await shell('2.0.0', '3.0.0', ['marketing/Home']);
  const nextRemote = await remote('2.0.0', '^3.0.0');

  await assert.rejects(publish({ from: [nextRemote], store, keys }), {
    message:
      'marketing 2.0.0 needs @kargo/shared-runtime/ui in ^3.0.0, but shell 1.0.0 provides 2.1.0: release both together.',
  });
  await assert.rejects(publish({ from: [nextShell], store, keys }), {
    message:
      'marketing 1.0.0 needs @kargo/shared-runtime/ui in ^2.1.0, but shell 2.0.0 provides 3.0.0: release both together.',
  });
  const routing = await shell('1.1.0', '2.1.0', ['marketing/Home', 'marketing/Prices']);
  await assert.rejects(publish({ from: [routing], store, keys }), {
    message:
      'shell 1.1.0 routes to marketing/Prices, which marketing 1.0.0 lacks: add the screen, or take the route out.',
  });
  assert.deepEqual(await stateOf(store), before);

  await publish({ from: [nextRemote, nextShell], store, keys });
  assert.equal(await historyOf(store, 'marketing'), '2.0.0 1.0.0');
  assert.equal(await historyOf(store, 'shell'), '2.0.0 1.0.0');
});

test('A shell is refused whose remote was never published, unless it is the first', async () => {
  const shell = (version: string, routes: string[]) => build({ app: 'shell', version, routes });
  const home = build({ screens: { Home: [] } });
  await publish({ from: [await shell('1.0.0', ['marketing/Home'])], store, keys });
  await publish({ from: [await home], store, keys });
  const routing = await shell('1.1.0', ['marketing/Home', 'tracking/Track']);
  await assert.rejects(publish({ from: [routing], store, keys }), {
    message:
      'shell 1.1.0 routes to tracking/Track, but no such remote is part of the site: release both together.',
  });
  const tracking = await build({ app: 'tracking', screens: { Track: [] } });
  await publish({ from: [routing, tracking], store, keys });
  assert.equal(await historyOf(store, 'shell'), '1.1.0 1.0.0');

  // On a developer's machine a remote with its own repository may be missing.
  const elsewhere = await shell('1.2.0', ['marketing/Home', 'parcels/List']);
  const { version } = await storeBuild(elsewhere, { store, keys });
  await makeCurrent({ store, keys, versions: { shell: version }, isRemoteOptional: true });
  assert.equal(await historyOf(store, 'shell'), '1.2.0 1.1.0 1.0.0');
});

test('A title that is empty, or that a public page of another remote has, is refused; going back is not', async () => {
  const routes = ['marketing/About', 'auth/Login'];
  const titled = (app: string, version: string, screen: string, title: string) =>
    build({ app, version, screens: { [screen]: [] }, texts: { [screen]: { title } } });
  const shell = await build({ app: 'shell', routes, publicRoutes: routes });
  const marketing = await titled('marketing', '1.0.0', 'About', 'About Kargo');
  const auth = await titled('auth', '1.0.0', 'Login', 'Log in');
  await publish({ from: [shell, marketing, auth], store, keys });
  const before = await stateOf(store);
  const empty = await titled('marketing', '1.1.0', 'About', '');
  await assert.rejects(publish({ from: [empty], store, keys }), {
    message: 'marketing 1.1.0 has no title for About: add it in src/screens.ts.',
  });
  const same = await titled('marketing', '1.2.0', 'About', 'Log in');
  await assert.rejects(publish({ from: [same], store, keys }), {
    message:
      'About of marketing 1.2.0 and Login of auth 1.0.0 have the same title "Log in": change one in src/screens.ts.',
  });
  assert.deepEqual(await stateOf(store), before);

  const other = await titled('auth', '1.1.0', 'Login', 'Welcome back');
  await publish({ from: [same, other], store, keys });
  await makeCurrent({ store, keys, versions: { auth: '1.0.0' }, force: true });
  assert.equal(await historyOf(store, 'auth'), '1.0.0 1.1.0');
});

test('Of two publishers of one app the slower one is refused, and learns about the other', async () => {
  await publishVersions('1.0.0');
  const slow = storeBuild(await build({ version: '1.1.0' }), { store, keys });
  const fast = storeBuild(await build({ version: '1.2.0' }), { store, keys });
  await Promise.all([slow, fast]);
  const overtaken = () =>
    makeCurrent({
      store,
      keys,
      versions: { marketing: '1.1.0' },
      // The other one is faster.
      smokeTest: async () => {
        await makeCurrent({ store, keys, versions: { marketing: '1.2.0' } });
        return { opened: [], problems: [], warnings: [] };
      },
    });
  await publish({ from: [await build({ app: 'shell' })], store, keys });
  await assert.rejects(
    overtaken(),
    /^Error: owner made marketing 1\.2\.0 current at .*, after this began: look at it, then repeat the command to replace it\.$/,
  );
  assert.equal(await historyOf(store, 'marketing'), '1.2.0 1.0.0');
  await makeCurrent({ store, keys, versions: { marketing: '1.1.0' } });
  assert.equal(await historyOf(store, 'marketing'), '1.1.0 1.2.0 1.0.0');
});

test('A slow build is refused too when the app has changed in the meantime', async () => {
  await publishVersions('1.0.0');
  const began = await stateOf(store);
  await publishVersions('1.1.0');
  await storeBuild(await build({ version: '1.2.0' }), { store, keys });
  const change = { store, keys, versions: { marketing: '1.2.0' }, began };
  await assert.rejects(makeCurrent(change), /^Error: owner made marketing 1\.1\.0 current/);
  await makeCurrent({ ...change, anyway: true });
  assert.equal(await historyOf(store, 'marketing'), '1.2.0 1.1.0 1.0.0');
});

test('Apps that fit only each other are published in one step', async () => {
  const shell = (version: string, react: string) =>
    build({ app: 'shell', version, provides: { react } });
  const remote = (app: string, version: string, react: string) =>
    build({ app, version, needs: { react } });
  const first = [await shell('1.0.0', '18.0.0'), await remote('auth', '1.0.0', '^18.0.0')];
  await publish({
    from: [...first, await remote('marketing', '1.0.0', '^18.0.0')],
    store,
    keys,
  });
  const before = await stateOf(store);
  const alone = publish({
    from: [await shell('2.0.0', '19.0.0')],
    store,
    keys,
    timeoutMs: 300,
  });
  await assert.rejects(alone, /auth 1\.0\.0 needs react in \^18\.0\.0, but shell 2\.0\.0/);
  assert.deepEqual(await stateOf(store), before);

  const next = [
    await shell('2.0.0', '19.0.0'),
    await remote('auth', '2.0.0', '^19.0.0'),
    await remote('marketing', '2.0.0', '^19.0.0'),
  ];
  await publish({ from: next, store, keys });
  const state = await stateOf(store);
  assert.deepEqual(
    servedApps(state).map((app) => currentRelease(state, app)?.version),
    ['2.0.0', '2.0.0', '2.0.0'],
  );
});

test('Publishes of different apps at the same time keep all records', async () => {
  const apps = Array.from({ length: 12 }, (_, index) => `app-${index}`);
  const builds = await Promise.all(apps.map((app) => build({ app })));
  await Promise.all(builds.map((from) => publish({ from: [from], store, keys })));
  assert.deepEqual(servedApps(await stateOf(store)).sort(), apps.sort());
});

test('Publishes of the same release at the same time leave one whole release', async () => {
  const from = await build({ content: { 'remoteEntry.js': 'x'.repeat(5000) } });
  await Promise.all([1, 2, 3, 4].map(() => publish({ from: [from], store, keys })));
  assert.deepEqual(await readdir(join(releases, 'marketing')), ['1.0.0']);
});

test('A publish that fails leaves what another one has finished of the same release', async () => {
  const from = await build({});
  class FullStore extends FolderStore {
    override async write() {
      await storeBuild(from, { store, keys });
      throw new Error('full');
    }
  }
  await assert.rejects(storeBuild(from, { store: new FullStore(releases), keys }), /full/);
  const files = await readdir(join(releases, 'marketing/1.0.0'));
  assert.ok(files.includes('release.json') && files.includes('remoteEntry.js'), `${files}`);
});

test('What a killed publish has left is written again by the next one', async () => {
  const script = 'console.log("parcel");\n'.repeat(200);
  const from = await build({ content: { 'remoteEntry.js': script } });
  await store.write('marketing/1.0.0/remoteEntry.js', Buffer.from('console.'));
  await publish({ from: [from], store, keys });
  assert.equal(await readFile(join(releases, 'marketing/1.0.0/remoteEntry.js'), 'utf8'), script);
});

test('On a full disk no files are left behind, and the error says how much space is needed', async (context) => {
  await mkdir(releases);
  const small = ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', releases];
  isMounted = fileSystem('mount', ...small).status === 0;
  if (!isMounted) return context.skip('needs a file system to fill');
  await publish({ from: [await build({ version: '1.0.0' })], store, keys });
  const file = (index: number) => [`script-${index}.js`, `${randomBytes(30_000).toString('hex')}`];
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => file(index)));
  const large = await build({ version: '1.1.0', content: files });

  for (const _attempt of [1, 2]) {
    await assert.rejects(publish({ from: [large], store, keys }), ({ message }: Error) => {
      const room = /^There is no room in (.*): about (\d+) kB are needed, (\d+) kB are free\.$/;
      const [, place, needed, free] = room.exec(message) ?? [];
      assert.equal(place, releases, message);
      // For the whole release, and so more than any of its files or the disk.
      assert.ok(Number(needed) > 1200 && Number(free) < 512, message);
      return true;
    });
    assert.deepEqual(await readdir(join(releases, 'marketing')), ['1.0.0']);
  }
  await publish({ from: [await build({ version: '1.2.0' })], store, keys });

  await writeFile(join(releases, 'filler'), Buffer.alloc(1024 * 1024)).catch(() => {});
  await assert.rejects(
    makeCurrent({ store, keys, versions: { marketing: '1.0.0' } }),
    new RegExp(
      `^Error: There is no room in ${releases}: about \\d+ kB are needed, \\d+ kB are free`,
    ),
  );
  await rm(join(releases, 'filler'));
  await makeCurrent({ store, keys, versions: { marketing: '1.0.0' } });
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
    'a shell whose page has no place for the head',
    {
      app: 'shell',
      content: { 'index.html': '<html>' },
    },
    /lacks <!--kargo:head-->/,
  ],
];

for (const [reason, broken, message] of refusals) {
  test(`A build is refused and nothing changes: ${reason}`, async () => {
    await publish({ from: [await build({ app: 'profile' })], store, keys });
    const before = await stateOf(store);
    await assert.rejects(publish({ from: [await build(broken)], store, keys }), message);
    assert.deepEqual(await stateOf(store), before);
    assert.deepEqual((await readdir(releases)).sort(), ['log', 'profile']);
  });
}

test('The command publishes, and says in one sentence why it cannot', async () => {
  const command = join(import.meta.dirname, 'publish.ts');
  const run = (...parameters: string[]) =>
    promisify(execFile)(process.execPath, parameters, { env: { ...process.env, ...keyVariables } });
  const from = await build({});
  const { stdout } = await run(command, from, '--releases', releases);
  assert.match(
    stdout,
    /^Published marketing 1\.0\.0\.\nRELEASES_AT_LEAST=marketing:1:[\w+/]{64}\n$/,
  );
  for (const number of [2, 3, 4, 500])
    await store.write(recordPath('marketing', number), Buffer.from('garbage'));
  const { stderr } = await run(command, await build({ version: '1.1.0' }), '--releases', releases);
  assert.match(stderr, /marketing\/9999999499\.json does not count.* Nor do 3 other files /);
  assert.equal((await stateOf(store)).records.get('marketing')?.record.number, 5);

  await assert.rejects(run(command, from), (error: { code?: number }) => {
    assert.equal(error.code, 1);
    assert.match(String(error), /Usage: node platform\/releases\/delivery\/src\/publish\.ts/);
    return true;
  });
});

/** Runs a system command that only root may run. */
const fileSystem = (...command: string[]) => spawnSync('/usr/bin/env', command);

const build = (given: Build) => writeBuild(folder, given);

/** Publishes builds of marketing one after the other. */
async function publishVersions(...versions: string[]): Promise<void> {
  for (const version of versions) await publish({ from: [await build({ version })], store, keys });
}
