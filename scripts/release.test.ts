import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { publish } from 'delivery/publish';
import { releaseVersion } from 'tools/release-version';

// What `pnpm release` answers where nothing has to be built. Building and publishing one remote with
// no other app's sources at hand is proven by deployments/release-alone.test.ts.

let folder: string;
let releases: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-release-'));
  releases = join(folder, 'releases');
  for (const version of ['1.0.0', '1.1.0']) {
    await publish({ from: await buildOf('marketing', version), releases });
  }
});

after(() => rm(folder, { recursive: true, force: true }));

test('--to goes back to a release, and says how to return', async () => {
  const { status, stdout } = release('marketing', '--to', '1.0.0');
  assert.equal(status, 0);
  assert.match(stdout, /marketing 1\.0\.0 is the current release/);
  assert.match(stdout, /--to 1\.1\.0 goes back/);
  const map = JSON.parse(await readFile(join(releases, 'release-map.json'), 'utf8'));
  const [entry] = map.microFrontends['kargo/marketing'];
  assert.equal(entry.url, '/releases/marketing/1.0.0/remoteEntry.js');
});

test('Sources that were released before go back to that release, and do not fall back on the one left', async () => {
  const version = await releaseVersion('remote-profile');
  for (const published of [version, '99.0.0']) {
    await publish({ from: await buildOf('profile', published), releases });
  }
  const { status, stdout } = release('profile');
  assert.equal(status, 0);
  assert.ok(stdout.startsWith(`profile ${version} is the current release`));
  const map = JSON.parse(await readFile(join(releases, 'release-map.json'), 'utf8'));
  assert.deepEqual(map.microFrontends['kargo/profile'], [
    { url: `/releases/profile/${version}/remoteEntry.js`, metadata: { version } },
  ]);
});

test('An unknown version is refused with a list of those there are', () => {
  const { status, stderr } = release('marketing', '--to', '9.9.9');
  assert.equal(status, 1);
  assert.equal(
    stderr,
    `marketing has no release 9.9.9 in ${releases}; there are\n  1.1.0\n  1.0.0\n`,
  );
});

test('A version cannot lead out of the app’s folder', () => {
  const { status, stderr } = release('auth', '--to', '../marketing/1.0.0');
  assert.equal(status, 1);
  assert.match(stderr, /^auth has no release .*; there is none\n$/);
});

for (const [name, parameters] of Object.entries({
  'An unknown app': ['market'],
  'No app': [],
  'More than one app': ['marketing', 'auth'],
  'An unknown option': ['marketing', '--form', '1.0.0'],
})) {
  test(`${name} is refused with a list of those there are`, () => {
    const { status, stderr } = release(...parameters);
    assert.equal(status, 1);
    assert.match(stderr, /The apps are shell, marketing, auth, profile\.\n$/);
    assert.doesNotMatch(stderr, /\n {4}at /);
  });
}

function release(...parameters: string[]) {
  const script = join(import.meta.dirname, 'release.ts');
  return spawnSync(process.execPath, [script, ...parameters, '--releases', releases], {
    encoding: 'utf8',
  });
}

/** The smallest build of a remote that can be published. */
async function buildOf(app: string, version: string): Promise<string> {
  const build = join(folder, `${app}-${version}`);
  await mkdir(build);
  await writeFile(join(build, 'remoteEntry.js'), '');
  const content = { app, version, entry: 'remoteEntry.js', screens: {}, shared: {} };
  await writeFile(join(build, 'release.json'), JSON.stringify(content));
  return build;
}
