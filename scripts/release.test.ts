import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { publish } from 'delivery/publish';
import { readReleaseMap } from 'delivery/release-map';
import { writeBuild } from 'delivery/testing/write-build';
import { currentVersion, standIns } from 'shared-types/release-map';
import { releaseVersion } from 'tools/release-version';

// What `pnpm release` answers where nothing has to be built. Building and publishing one remote with
// no other app's sources at hand is proven by deployments/release-alone.test.ts.

let folder: string;
let releases: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-release-'));
  releases = join(folder, 'releases');
  for (const version of ['1.0.0', '1.1.0']) {
    await publish({ from: [await writeBuild(folder, { version })], releases });
  }
});

after(() => rm(folder, { recursive: true, force: true }));

test('--to goes back to a release, and says how to return', async () => {
  const { status, stdout } = release('marketing', '--to', '1.0.0');
  assert.equal(status, 0);
  assert.match(stdout, /marketing 1\.0\.0 is the current release/);
  assert.match(stdout, /--to 1\.1\.0 goes back/);
  assert.equal(currentVersion(await readReleaseMap(releases), 'marketing'), '1.0.0');
});

test('Sources that were released before go back to that release without a build', async () => {
  const version = await releaseVersion('remote-profile');
  for (const published of [version, '99.0.0']) {
    const build = await writeBuild(folder, { app: 'profile', version: published });
    await publish({ from: [build], releases });
  }
  const { status, stdout } = release('profile');
  assert.equal(status, 0);
  assert.ok(stdout.startsWith(`profile ${version} is the current release`));
  const map = await readReleaseMap(releases);
  assert.equal(currentVersion(map, 'profile'), version);
  assert.deepEqual(standIns(map, 'profile'), ['99.0.0']);
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
  'More than one app to go back with': ['marketing', 'auth', '--to', '1.0.0'],
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
