import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { headPlaceholder } from 'shared-types/release-addresses';
import { publish } from './publish.ts';
import { activate, readReleaseMap } from './release-map.ts';

let folder: string;
let releases: string;
let isMounted = false;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-delivery-'));
  releases = join(folder, 'releases');
});

afterEach(async () => {
  if (isMounted) fileSystem('umount', releases);
  isMounted = false;
  await rm(folder, { recursive: true, force: true });
});

test('A published release is served from its own folder, compressed beside the original', async () => {
  const script = 'console.log("parcel");\n'.repeat(200);
  const from = await build({ files: { 'remoteEntry.js': script, 'assets/logo.png': script } });

  assert.deepEqual(await publish({ from, releases }), { app: 'marketing', version: '1.0.0' });

  const release = join(releases, 'marketing/1.0.0');
  assert.equal(await readFile(join(release, 'remoteEntry.js'), 'utf8'), script);
  const brotli = await readFile(join(release, 'remoteEntry.js.br'));
  const gzip = await readFile(join(release, 'remoteEntry.js.gz'));
  assert.equal(brotliDecompressSync(brotli).toString(), script);
  assert.equal(gunzipSync(gzip).toString(), script);
  assert.deepEqual(await readdir(join(release, 'assets')), ['logo.png']);
});

test('Files too small to gain are not compressed', async () => {
  await publish({ from: await build({}), releases });
  assert.deepEqual(
    (await readdir(join(releases, 'marketing/1.0.0'))).sort(),
    ['remoteEntry.js', 'release.json'].sort(),
  );
});

test('The release map names the entry, and the replaced release to fall back on', async () => {
  await publish({ from: await build({ version: '1.0.0' }), releases });
  assert.deepEqual(await readReleaseMap(releases), {
    microFrontends: {
      'kargo/marketing': [
        { url: '/releases/marketing/1.0.0/remoteEntry.js', metadata: { version: '1.0.0' } },
      ],
    },
  });

  await publish({ from: await build({ version: '1.1.0' }), releases });
  assert.deepEqual(await entryOf('marketing'), {
    url: '/releases/marketing/1.1.0/remoteEntry.js',
    fallbackUrl: '/releases/marketing/1.0.0/remoteEntry.js',
    metadata: { version: '1.1.0' },
  });
});

test('Publishing the current release again changes nothing', async () => {
  await publish({ from: await build({ version: '1.0.0' }), releases });
  await publish({ from: await build({ version: '1.1.0' }), releases });
  const before = await entryOf('marketing');
  await publish({ from: await build({ version: '1.1.0' }), releases });
  assert.deepEqual(await entryOf('marketing'), before);
});

test('A release is never overwritten', async () => {
  await publish({ from: await build({ files: { 'remoteEntry.js': 'first' } }), releases });
  await publish({ from: await build({ files: { 'remoteEntry.js': 'second' } }), releases });
  const entry = join(releases, 'marketing/1.0.0/remoteEntry.js');
  assert.equal(await readFile(entry, 'utf8'), 'first');
});

test('A release that is gone is not offered to fall back on', async () => {
  await publish({ from: await build({ version: '1.0.0' }), releases });
  await rm(join(releases, 'marketing/1.0.0'), { recursive: true });
  await publish({ from: await build({ version: '1.1.0' }), releases });
  assert.equal((await entryOf('marketing'))?.fallbackUrl, undefined);
});

test('Going back makes an earlier release current and does not fall back on the one left', async () => {
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    await publish({ from: await build({ version }), releases });
  }
  await activate({ releases, app: 'marketing', version: '1.0.0' });
  assert.deepEqual(await entryOf('marketing'), {
    url: '/releases/marketing/1.0.0/remoteEntry.js',
    fallbackUrl: '/releases/marketing/1.1.0/remoteEntry.js',
    metadata: { version: '1.0.0' },
  });

  await assert.rejects(activate({ releases, app: 'marketing', version: '9.9.9' }), /ENOENT/);
  assert.equal((await entryOf('marketing'))?.metadata.version, '1.0.0');
});

test('Publishing an earlier release again goes back to it, and does not fall back on the one left', async () => {
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.0.0']) {
    await publish({ from: await build({ version }), releases });
  }
  assert.deepEqual(await entryOf('marketing'), {
    url: '/releases/marketing/1.0.0/remoteEntry.js',
    fallbackUrl: '/releases/marketing/1.1.0/remoteEntry.js',
    metadata: { version: '1.0.0' },
  });

  await publish({ from: await build({ version: '1.1.0' }), releases });
  await publish({ from: await build({ version: '1.0.0' }), releases });
  assert.equal((await entryOf('marketing'))?.fallbackUrl, undefined);
});

test('Publishes of different apps at the same time keep all entries', async () => {
  const apps = Array.from({ length: 12 }, (_, index) => `app-${index}`);
  const builds = await Promise.all(apps.map((app) => build({ app })));
  await Promise.all(builds.map((from) => publish({ from, releases })));
  const map = await readReleaseMap(releases);
  assert.deepEqual(
    Object.keys(map.microFrontends).sort(),
    apps.map((app) => `kargo/${app}`).sort(),
  );
});

test('Publishes of the same release at the same time leave one whole release', async () => {
  const from = await build({ files: { 'remoteEntry.js': 'x'.repeat(5000) } });
  await Promise.all([1, 2, 3, 4].map(() => publish({ from, releases })));
  assert.deepEqual(await readdir(join(releases, 'marketing')), ['1.0.0']);
});

test('What a killed publish left behind is removed once it is old', async () => {
  const leftover = join(releases, 'marketing/.publishing-old');
  const running = join(releases, 'marketing/.publishing-new');
  await mkdir(leftover, { recursive: true });
  await mkdir(running);
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
  await utimes(leftover, yesterday, yesterday);

  await publish({ from: await build({}), releases });
  const left = await readdir(join(releases, 'marketing'));
  assert.deepEqual(left.sort(), ['.publishing-new', '1.0.0']);
});

test('Without room nothing is left behind, and the error says how much is needed', async (context) => {
  await mkdir(releases);
  const small = ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', releases];
  isMounted = fileSystem('mount', ...small).status === 0;
  if (!isMounted) return context.skip('needs a file system to fill');
  await publish({ from: await build({ version: '1.0.0' }), releases });
  const file = (index: number) => [`script-${index}.js`, `${randomBytes(30_000).toString('hex')}`];
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => file(index)));
  const large = await build({ version: '1.1.0', files });

  for (const _attempt of [1, 2]) {
    await assert.rejects(publish({ from: large, releases }), ({ message }: Error) => {
      assert.match(
        message,
        new RegExp(`^There is no room in ${releases}: about \\d+ kB are needed`),
      );
      return true;
    });
    assert.deepEqual(await readdir(join(releases, 'marketing')), ['1.0.0']);
  }
  await publish({ from: await build({ version: '1.2.0' }), releases });

  await writeFile(join(releases, 'filler'), Buffer.alloc(1024 * 1024)).catch(() => {});
  await assert.rejects(
    activate({ releases, app: 'marketing', version: '1.0.0' }),
    new RegExp(`^Error: There is no room in ${releases}: about 16 kB are needed, \\d+ kB are free`),
  );
  await rm(join(releases, 'filler'));
  await activate({ releases, app: 'marketing', version: '1.0.0' });
});

const refusals: [reason: string, build: Build, message: RegExp][] = [
  ['an app name that leaves the folder', { app: '../marketing' }, /\/app must match pattern/],
  ['a version that leaves the folder', { version: '../../1.0.0' }, /\/version must match pattern/],
  ['a hidden version', { version: '.1' }, /\/version must match pattern/],
  ['an entry that is missing', { entry: 'other.js' }, /other\.js, which is not in the build/],
  ['a screen script that is missing', { screens: { Home: ['home.js'] } }, /names home\.js/],
  ['no release.json', { files: { 'release.json': null } }, /ENOENT/],
  ['a release.json cut short', { files: { 'release.json': '{"app":' } }, /is not JSON/],
  ['a shell without routes', { app: 'shell' }, /routes\.json/],
  [
    'a shell whose page has no place for the head',
    {
      app: 'shell',
      files: { 'routes.json': '{"routes":[],"notFoundTitle":""}', 'index.html': '<html>' },
    },
    /lacks <!--kargo:head-->/,
  ],
];

for (const [reason, broken, message] of refusals) {
  test(`A build is refused and nothing changes: ${reason}`, async () => {
    await publish({ from: await build({ app: 'profile' }), releases });
    const before = await readReleaseMap(releases);
    await assert.rejects(publish({ from: await build(broken), releases }), message);
    assert.deepEqual(await readReleaseMap(releases), before);
    assert.deepEqual((await readdir(releases)).sort(), [
      '.release-map.lock',
      'profile',
      'release-map.json',
    ]);
  });
}

test('A shell is published with its routes and page', async () => {
  const from = await build({
    app: 'shell',
    entry: 'main.js',
    files: {
      'main.js': '',
      'routes.json': '{"routes":[],"notFoundTitle":"Page not found"}',
      'index.html': `<html><head>${headPlaceholder}</head></html>`,
    },
  });
  await publish({ from, releases });
  assert.equal((await entryOf('shell'))?.url, '/releases/shell/1.0.0/main.js');
});

test('The command publishes, and says in one sentence why it cannot', async () => {
  const command = join(import.meta.dirname, 'publish.ts');
  const run = promisify(execFile);
  const from = await build({});
  const { stdout } = await run(process.execPath, [command, from, '--releases', releases]);
  assert.equal(stdout, 'Published marketing 1.0.0.\n');

  await assert.rejects(run(process.execPath, [command, from]), (error: { code?: number }) => {
    assert.equal(error.code, 1);
    assert.match(String(error), /Usage: node delivery\/src\/publish\.ts/);
    return true;
  });
});

/** Runs a command of the system, which only root may. */
const fileSystem = (...command: string[]) => spawnSync('/usr/bin/env', command);

interface Build {
  app?: string;
  version?: string;
  entry?: string;
  screens?: Record<string, string[]>;
  /** Content by name; null leaves a file out. */
  files?: Record<string, string | null>;
}

/** Writes what a webpack build leaves in its output folder. */
async function build({
  app = 'marketing',
  version = '1.0.0',
  entry = 'remoteEntry.js',
  screens = {},
  files = {},
}: Build): Promise<string> {
  const dist = await mkdtemp(join(folder, 'dist-'));
  const release = JSON.stringify({ app, version, entry, screens, shared: {} });
  const all = { 'release.json': release, 'remoteEntry.js': '/* entry */', ...files };
  for (const [name, content] of Object.entries(all)) {
    if (content === null) continue;
    await mkdir(dirname(join(dist, name)), { recursive: true });
    await writeFile(join(dist, name), content);
  }
  return dist;
}

async function entryOf(app: string) {
  return (await readReleaseMap(releases)).microFrontends[`kargo/${app}`]?.[0];
}
