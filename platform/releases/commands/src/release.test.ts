import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { releaseVersion } from '@kargo/build/release-version';
import { publish } from '@kargo/delivery/publish';
import { keys, keyVariables } from '@kargo/delivery/testing/keys';
import { writeBuild } from '@kargo/delivery/testing/write-build';
import { newPublisherKey, publisherVariables } from '@kargo/release-log/contract/release-signature';
import { readLog } from '@kargo/release-log/log/read-log';
import { currentVersion } from '@kargo/release-log/log/served-releases';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { apps } from './apps.ts';
import { root } from './settings.ts';

// The commands for releases, where nothing has to be built.

const names = apps.map(({ name }) => name).join(', ');
const folder = await mkdtemp(join(tmpdir(), 'kargo-release-'));
const prepared = join(folder, 'prepared');
let releases = prepared;
await publishVersions('marketing', '1.0.0', '1.1.0', '1.2.0');

beforeEach(async () => {
  releases = await mkdtemp(join(folder, 'releases-'));
  await cp(prepared, releases, { recursive: true, preserveTimestamps: true });
});

after(() => rm(folder, { recursive: true, force: true }));

test('--to makes a published release current; the previous one stays a fallback', async () => {
  const { status, stdout } = release('marketing', '--to', '1.0.0');
  assert.equal(status, 0);
  const [store, current, floor] = stdout.split('\n');
  assert.equal(store, `Release store ${releases}`);
  const behind = 'fallbacks: 1.2.0, 1.1.0';
  assert.equal(current, `marketing 1.0.0 is current; ${behind} (record 4).`);
  assert.match(`${floor}`, /^RELEASES_AT_LEAST=marketing:4:[\w+/]{64}$/);
});

test('Going back withdraws the current release, until there is no fallback', async () => {
  const first = back('marketing', '--why', 'login throws');
  assert.match(first.stdout, /marketing 1\.2\.0 was withdrawn \(login throws\)\.\n/);
  assert.match(first.stdout, /marketing 1\.1\.0 is current; fallbacks: 1\.0\.0/);
  const second = back('marketing', '1.0.0');
  assert.match(second.stdout, /marketing 1\.0\.0 is current; fallbacks: none/);

  const third = back('marketing');
  assert.equal(third.status, 1);
  assert.match(
    third.stderr,
    /^marketing 1\.0\.0 has nothing to go back to: marketing 1\.1\.0 was withdrawn \(left for 1\.0\.0\)\.\nmarketing 1\.2\.0 was withdrawn \(login throws\)\.\n$/,
  );
  const history = releasesCommand('marketing', '--history').stdout;
  assert.match(history, / marketing +3 +released +1\.2\.0 +owner +all but the browser$/m);
  assert.match(history, / marketing +4 +went back +1\.1\.0 .* 1\.2\.0: login throws$/m);
  assert.match(history, / marketing +5 +went back +1\.0\.0 .* 1\.1\.0: left for 1\.0\.0$/m);

  const refused = release('marketing', '--to', '1.2.0');
  assert.equal(refused.status, 1);
  assert.match(
    refused.stderr,
    /was withdrawn \(login throws\): "pnpm release marketing --to 1\.2\.0 --again" brings it back\.\n$/,
  );
  assert.equal(release('marketing', '--to', '1.2.0', '--again').status, 0);
  assert.equal(currentVersion(await state(), 'marketing'), '1.2.0');
});

test('A canary begins, is promoted, and is withdrawn by going back', async () => {
  release('marketing', '--to', '1.0.0');
  const begun = canary('marketing', '5', '--to', '1.2.0');
  assert.equal(begun.status, 0, begun.stderr);
  assert.match(begun.stdout, /marketing 1\.0\.0 is current; .*; 5 % of visitors get 1\.2\.0 \(/);
  const listed = releasesCommand('marketing').stdout;
  assert.match(
    listed,
    /marketing has the canary 1\.2\.0 for 5 % of visitors \(since \d{4}-\d\d-\d\d \d\d:\d\d UTC by owner/,
  );
  assert.match(
    back('marketing').stdout,
    /canary 1\.2\.0 of marketing has ended\. 1\.0\.0 stays current: "pnpm back marketing" again /,
  );
  assert.match(promote('marketing').stderr, /^marketing has no canary/);
  canary('marketing', '20', '--to', '1.2.0');
  assert.match(
    promote('marketing', '--without-browser').stdout,
    /marketing 1\.2\.0 is current; fallbacks: 1\.0\.0/,
  );
  assert.match(back('marketing').stdout, /marketing 1\.0\.0 is current/);
});

test('A canary of the newest preview begins, and is raised, wherever its sources are', async () => {
  await publishVersions('elsewhere', '1.0.0', '1.1.0', '1.2.0');
  release('elsewhere', '--to', '1.0.0');
  assert.match(canary('elsewhere', '5').stderr, /^elsewhere has neither a canary nor a preview/);
  preview('elsewhere', '--to', '1.1.0', '--site', 'https://kargo.example');
  const begun = canary('elsewhere', '5', '--without-browser');
  assert.match(begun.stdout, /Taking the preview of elsewhere 1\.1\.0, made at .* by owner\n/);
  assert.match(begun.stdout, /; 5 % of visitors get 1\.1\.0 \(/, begun.stderr);
  preview('elsewhere', '--to', '1.2.0', '--site', 'https://kargo.example');
  assert.match(canary('elsewhere', '50').stdout, /; 50 % of visitors get 1\.1\.0 \(/);
  freeze('elsewhere', 'sale');
  assert.match(canary('elsewhere', '60').stderr, /^elsewhere is frozen since/);
  assert.equal(
    canary('nowhere', '5').stderr,
    'nowhere is not part of the site: release it first.\n',
  );
});

for (const percent of ['0', '-1', '101', 'five', ''])
  test(`A canary for "${percent}" % is refused`, () => {
    const { status, stderr } = canary('marketing', percent, '--to', '1.0.0');
    assert.equal(status, 1);
    assert.match(stderr, /^A canary takes a percentage above 0, up to 100/);
  });

test('A freeze refuses everything but going back, and says why, since when and by whom', async () => {
  assert.match(freeze('marketing', 'sale', 'time').stdout, /marketing is frozen: sale time\./);
  assert.match(
    releasesCommand().stdout,
    /^marketing is frozen since [\d-]+ [\d:]+ UTC by owner: sale time$/m,
  );
  for (const { status, stderr } of [
    release('marketing', '--to', '1.0.0'),
    canary('marketing', '5', '--to', '1.0.0'),
    release('marketing', '--remove'),
  ]) {
    assert.equal(status, 1);
    assert.match(stderr, /^marketing is frozen since [\d-]+ [\d:]+ UTC by owner: sale time\./);
  }
  assert.match(back('marketing').stdout, /marketing 1\.1\.0 is current/);
  assert.equal(unfreeze('marketing').status, 0);
  assert.equal(release('marketing', '--to', '1.0.0').status, 0);
});

/** Runs a command on the sources of profile, which must refuse them before checking their types. */
function refusedAtOnce({ status, stdout, stderr }: ReturnType<typeof release>): string {
  assert.equal(status, 1);
  assert.doesNotMatch(stdout, /Checking|Building|Judging/);
  return stderr;
}

test('What is known at once is refused before types are checked', async () => {
  const version = await releaseVersion(join(root, 'remote-profile'));
  await publishVersions('profile', '99.0.0', version);
  back('profile', '--why', 'throws');
  const withdrawn = `profile ${version} was withdrawn (throws): "pnpm release profile --to`;
  assert.ok(refusedAtOnce(release('profile')).startsWith(withdrawn));
  assert.ok(refusedAtOnce(preview('profile', '--site', 'https://a.b')).startsWith(withdrawn));
  assert.match(refusedAtOnce(release('profile', '--site', 'a.b')), /^--site takes an address/);
  const other = publisherVariables(await newPublisherKey('other', ['*']));
  const words = ['profile', '--again', '--releases', releases];
  const unlisted = { ...keyVariables, PUBLISHER_KEY: other.PUBLISHER_KEY };
  assert.equal(
    refusedAtOnce(run('release.ts', words, unlisted)),
    'The key other is not among PUBLISHERS.\n',
  );
  freeze('profile', 'sale');
  assert.match(refusedAtOnce(release('profile')), /^profile is frozen since/);
});

test('A frozen app takes over nothing from another store', async () => {
  const staging = await mkdtemp(join(folder, 'staging-'));
  const from = [await writeBuild(folder, { version: '2.0.0' })];
  await publish({ from, store: new FolderStore(staging), keys });
  freeze('marketing', 'sale');
  assert.match(release('marketing', '--from', staging).stderr, /^marketing is frozen since/);
  assert.ok(!existsSync(join(releases, 'marketing/2.0.0')));
});

test('A preview prints a link for the site that is named, and --end takes it back', async () => {
  const before = await state();
  const published = ['marketing', '--to', '1.0.0'];
  assert.match(preview(...published).stderr, /^Name the site that serves this store: --site/);
  const { status, stdout } = preview(
    ...published,
    '--site',
    'https://kargo.example',
    '--for',
    '2h',
  );
  assert.equal(status, 0);
  assert.match(
    stdout,
    /^marketing 1\.0\.0 can be previewed until .* UTC:\nhttps:\/\/kargo\.example\/\?kargo-preview=[\w.-]+$/m,
  );
  assert.deepEqual(await state(), before);
  assert.match(
    preview(...published, '--site', 'https://a.b', '--for', '2w').stderr,
    /^--for takes/,
  );
  assert.match(
    preview(...published, '--site', 'https://a.b', '--for', '31d').stderr,
    /30 days at most/,
  );
  assert.equal(preview('marketing', '--end').status, 0);
  assert.match(releasesCommand('--history').stdout, /previews ended/);
});

test('--from takes over the current release of another store', async () => {
  const staging = await mkdtemp(join(folder, 'staging-'));
  const from = [await writeBuild(folder, { version: '2.0.0' })];
  await publish({ from, store: new FolderStore(staging), keys });
  const { status, stdout, stderr } = release(
    ...['marketing', '--from', staging, '--without-browser', '--at-once'],
  );
  assert.equal(status, 0, stderr);
  assert.match(stdout, /marketing 2\.0\.0 is current; fallbacks: 1\.2\.0, 1\.1\.0, 1\.0\.0/);
  assert.match(
    stdout,
    /Not compared with an API: name the site that serves this store with --site\.\n/,
  );
});

test('A release into another store is gradual; a second one is refused, and --anyway ends the first', async () => {
  const staging = await mkdtemp(join(folder, 'staging-'));
  const stage = async (version: string) => {
    const from = [await writeBuild(folder, { version })];
    await publish({ from, store: new FolderStore(staging), keys });
  };
  await stage('2.0.0');
  const take = (...more: string[]) =>
    release('marketing', '--from', staging, '--without-browser', ...more);
  const begun = take();
  assert.equal(begun.status, 0, begun.stderr);
  const steps = String.raw`5 % from [\d:]+, 20 % from [\d:]+, 100 % from [\d:]+, current from [\d:]+ UTC`;
  assert.match(
    begun.stdout,
    new RegExp(`; 1 % of visitors get 2\\.0\\.0, ${steps} \\(record 4\\)`),
  );
  assert.match(
    releasesCommand('marketing').stdout,
    new RegExp(`has the canary 2\\.0\\.0 for 1 % of visitors, ${steps} \\(since`),
  );
  assert.match(take().stdout, /1 % of visitors get 2\.0\.0.*\(record 4\)/, 'again, it goes on');
  await stage('3.0.0');
  const refused = take();
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /^marketing 2\.0\.0 is being rolled out: 1 % of visitors have it/);
  assert.match(take('--anyway', '--at-once').stdout, /marketing 3\.0\.0 is current/);
  assert.equal((await state()).records.get('marketing')?.record.next, undefined);
});

test('A named site has to describe its API, except with --without-api', async () => {
  const staging = await mkdtemp(join(folder, 'staging-'));
  const from = [await writeBuild(folder, { version: '2.0.0', calls: {} })];
  await publish({ from, store: new FolderStore(staging), keys });
  const site = ['--site', 'http://127.0.0.1:1'];
  const parameters = ['marketing', '--from', staging, '--at-once', '--without-browser', ...site];
  const refused = release(...parameters);
  assert.equal(refused.status, 1);
  assert.equal(
    refused.stderr,
    'http://127.0.0.1:1/api/v1/openapi.json does not answer. Its API could not be checked: try again later, or add --without-api.\n',
  );
  assert.equal(currentVersion(await state(), 'marketing'), '1.2.0');
  assert.equal(release(...parameters, '--without-api').status, 0);
  assert.equal(currentVersion(await state(), 'marketing'), '2.0.0');
});

test('--built takes the folder of any build, of the app that it names', async () => {
  const manifest = JSON.stringify({
    metaData: {
      globalName: 'tracking',
      buildInfo: { buildVersion: '1.2.0' },
      remoteEntry: { name: 'remoteEntry.js', path: '', type: 'module' },
    },
    shared: [
      {
        name: 'react',
        version: '19.3.1',
        assets: { js: { sync: ['react.js'], async: [] }, css: { sync: [], async: [] } },
      },
    ],
    exposes: [],
  });
  const content = {
    'mf-manifest.json': manifest,
    'kargo.json': '{ "app": "tracking" }',
    'react.js': 'x'.repeat(900),
  };
  const built = await writeBuild(folder, { content });
  const parameters = ['--built', built, '--without-browser', '--without-api'];
  const { stdout, stderr } = release('tracking', ...parameters);
  assert.match(
    stdout,
    /tracking 1\.2\.0-\w{10} has copies of react \(0\.9 kB\), loaded only where/,
    stderr,
  );
  assert.match(stdout, / has no node\/screens\.cjs: its pages are empty until its scripts run$/m);
  assert.match(stdout, /^tracking 1\.2\.0-\w{10} is current; fallbacks: none/m);
  assert.equal(
    release('marketing', ...parameters).stderr,
    `${built} is a build of tracking, not of marketing: see its kargo.json.\n`,
  );
  const both = release('marketing', 'tracking', ...parameters);
  assert.match(both.stderr, /^--from, --to and a folder of --built take one app, not marketing, t/);
});

test('A current release that was damaged is refused, with two ways out', async () => {
  const version = await releaseVersion(join(root, 'remote-profile'));
  await publishVersions('profile', '99.0.0', version);
  const file = join(releases, 'profile', version, 'remoteEntry.js');
  await writeFile(file, 'damaged');
  const { status, stderr } = release('profile', '--built', '--without-browser');
  assert.equal(status, 1);
  assert.equal(
    stderr,
    `profile ${version} cannot be served: ${file} is not what was published.\n` +
      'Raise its version and release it again, or go back: "pnpm back profile".\n',
  );
  assert.equal(back('profile').status, 0);
  assert.equal(currentVersion(await state(), 'profile'), '99.0.0');
});

test('pnpm releases prints the state of each app', async () => {
  await publishVersions('auth', '1.0.0');
  const { status, stdout } = releasesCommand();
  assert.equal(status, 0);
  assert.match(stdout, /marketing +1\.2\.0 .* all but the browser +1\.1\.0, 1\.0\.0\n/);
  assert.match(stdout, /auth +1\.0\.0 .* nothing\n/);
  await rm(join(releases, 'auth/1.0.0/remoteEntry.js'));
  assert.match(releasesCommand('auth').stdout, /auth 1\.0\.0 cannot be served: .* is missing\.\n/);
});

test('An app that is not part of the site is refused with a list of those that are', async () => {
  assert.equal(releasesCommand('auth').stderr, 'The site has no auth; it has marketing.\n');
  assert.equal(release('marketing', '--remove').status, 0);
  assert.equal(releasesCommand().stderr, 'The site has no app.\n');
});

test('--clean keeps recent releases, and says so', () => {
  assert.match(releasesCommand('--clean').stdout, /0 releases were removed/);
  const parameters = ['--clean', '--releases', releases];
  const always = { ...keyVariables, RELEASES_KEEP_DAYS: 'always' };
  const { status, stderr } = run('releases.ts', parameters, always);
  assert.equal(status, 1);
  assert.match(stderr, /^RELEASES_KEEP_DAYS has to be a number, not "always"/);
});

test('No store is created by accident', () => {
  const missing = join(folder, 'missing');
  for (const script of ['release.ts', 'releases.ts']) {
    const { status, stderr } = run(script, ['marketing', '--releases', missing]);
    assert.equal(status, 1);
    assert.equal(
      stderr,
      `There is no release store ${missing}: name the site's store with --releases <folder> or RELEASES, or create one with "pnpm release <app> --create".\n`,
    );
  }
  assert.ok(!existsSync(missing));
});

test('The store is the one of RELEASES, as for publishers and gateways, unless --releases names another', () => {
  const variables = { ...keyVariables, RELEASES: releases };
  for (const [script = '', ...parameters] of [['back.ts', 'marketing'], ['releases.ts']])
    assert.match(run(script, parameters, variables).stdout, /\nmarketing +1\.1\.0 /);
  const other = join(folder, 'other');
  const { stderr } = run('releases.ts', ['--releases', other], variables);
  assert.match(stderr, new RegExp(`^There is no release store ${other}:`));
});

test('An unknown version is refused with a list of those there are', () => {
  const { status, stderr } = release('marketing', '--to', '9.9.9');
  assert.equal(status, 1);
  assert.equal(
    stderr,
    `marketing has no release 9.9.9 in ${releases}; there are\n  1.2.0\n  1.1.0\n  1.0.0\n`,
  );
});

test('A version cannot lead out of the app’s folder', () => {
  const { status, stderr } = release('auth', '--to', '../marketing/1.0.0');
  assert.equal(status, 1);
  assert.match(stderr, /^auth has no release .*; there is none\n$/);
});

test('The publishers of a store of another machine have to be set', () => {
  const { status, stderr } = run('releases.ts', ['--releases', releases], { PUBLISHERS: '' });
  assert.equal(status, 1);
  assert.match(stderr, /^Set PUBLISHERS and PUBLISHER_KEY to the keys of that store/);
});

test('An app without sources is refused at once', () => {
  const { status, stdout, stderr } = release('elsewhere');
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.equal(stderr, `This checkout has no app "elsewhere"; it has ${names}.\n`);
});

test('A checkout without the shell has none to release', () => {
  const checkout = join(folder, 'marketing-alone');
  mkdirSync(join(checkout, 'remote-marketing'), { recursive: true });
  writeFileSync(join(checkout, 'pnpm-lock.yaml'), '');
  writeFileSync(join(checkout, 'remote-marketing/package.json'), '{ "name": "remote-marketing" }');
  for (const name of ['shell', 'elsewhere']) {
    const { stderr } = run('release.ts', [name], keyVariables, checkout);
    assert.equal(stderr, `This checkout has no app "${name}"; it has marketing.\n`);
  }
});

test('An app without sources can go back, since it may be of another repository', async () => {
  await publishVersions('elsewhere', '1.0.0', '1.1.0');
  assert.match(back('elsewhere').stdout, /elsewhere 1\.0\.0 is current/);
});

for (const [name, ended, problem] of [
  ['No app', () => release(), /^error: missing required argument 'apps'/],
  [
    'An unknown option',
    () => release('marketing', '--form', '1.0.0'),
    /^error: unknown option '--form'/,
  ],
  [
    'The option of another command',
    () => promote('marketing', '--for', '2h'),
    /^error: unknown option '--for'/,
  ],
  [
    'Two sources at once',
    () => canary('marketing', '5', '--to', '1.0.0', '--from', folder),
    /^error: option '--from <store>' cannot be used with option '--to <version>'/,
  ],
] as const)
  test(`${name} is refused with the help of the command`, () => {
    const { status, stderr } = ended();
    assert.equal(status, 1);
    assert.match(stderr, problem);
    assert.match(stderr, /^Usage: pnpm \w+ \[options\] <app/m);
    assert.doesNotMatch(stderr, /\n {4}at /);
  });

test('A stored release can only be of one app', () => {
  const { status, stderr } = release('marketing', 'auth', '--to', '1.0.0');
  assert.equal(status, 1);
  assert.equal(stderr, '--from, --to and a folder of --built take one app, not marketing, auth.\n');
});

test('In the repository of a remote, its name can be left out', async () => {
  await publishVersions('tracking', '1.0.0', '1.1.0');
  const repository = join(folder, 'tracking');
  mkdirSync(repository);
  writeFileSync(join(repository, 'package-lock.json'), '');
  writeFileSync(join(repository, 'package.json'), '{ "name": "remote-tracking" }');
  const own = (script: string, ...parameters: string[]) =>
    run(script, [...parameters, '--releases', releases], keyVariables, repository);
  assert.match(own('canary.ts', '0').stderr, /not "0"\. "npm run back -- <app>" ends one\.\n$/);
  assert.match(own('back.ts', '1.0.0').stdout, /tracking 1\.0\.0 is current/);
  assert.match(own('freeze.ts', '--help').stdout, /^Usage: npm run freeze -- \[options\] <app>/);
});

test("A store's texts are displayed literally, and move no reader's cursor", async () => {
  const sequence = '\u001B]0;title\u0007\u202E\u009B2J';
  const store = new FolderStore(releases);
  const owner = `owner${sequence}\nshell 9.9.9`;
  const version = '1.3.0';
  const from = [await writeBuild(folder, { app: 'marketing', version, owner })];
  await publish({ from, store, keys: { ...keys, by: `run${sequence}\nforged` } });
  run('freeze.ts', ['marketing', `sale${sequence}`, '--releases', releases]);
  const refused = release('marketing', '--to', '1.0.0');
  for (const { stdout, stderr } of [refused, releasesCommand(), releasesCommand('--history')]) {
    assert.match(stdout + stderr, /run\uFFFD|sale\uFFFD/);
    assert.doesNotMatch(stdout + stderr, /[^\P{Cc}\n]|\u202E|^(forged|shell)/mu);
  }
});

/** Returns a function that runs a command on the store. */
const runner =
  (name: string) =>
  (...parameters: string[]) =>
    run(`${name}.ts`, [...parameters, '--releases', releases]);

const release = runner('release');
const preview = runner('preview');
const canary = runner('canary');
const promote = runner('promote');
const back = runner('back');
const freeze = runner('freeze');
const unfreeze = runner('unfreeze');
const releasesCommand = runner('releases');

const state = async () => (await readLog(new FolderStore(releases), keys.publishers)).state;

function run(script: string, parameters: string[], variables: object = keyVariables, cwd = root) {
  const file = join(import.meta.dirname, script);
  const env = { ...process.env, KARGO_SITE_URL: '', ...variables };
  return spawnSync(process.execPath, [file, ...parameters], { encoding: 'utf8', env, cwd });
}

/** Publishes minimal builds of a remote. */
async function publishVersions(app: string, ...versions: string[]): Promise<void> {
  for (const version of versions) {
    const from = [await writeBuild(folder, { app, version })];
    await publish({ from, store: new FolderStore(releases), keys });
  }
}
