import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, mock, test } from 'node:test';
import { releaseVersion } from '@kargo/build/release-version';
import { freezeApp } from '@kargo/delivery/change-record';
import { previewLink } from '@kargo/delivery/preview';
import { keyVariables } from '@kargo/delivery/testing/keys';
import { build, folder, TestSite } from '@kargo/delivery/testing/test-site';
import type { Build } from '@kargo/delivery/testing/write-build';
import { currentVersion } from '@kargo/release-log/log/served-releases';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { apps } from './apps.ts';
import { changeCanary, promoteCanary } from './change-canary.ts';
import { goBack } from './go-back.ts';
import { openStore, printStatuses } from './open-release-store.ts';
import { chooseReleases, publishChosen } from './publish-chosen.ts';
import type { PublishOptions } from './publish-command.ts';
import { type RolloutOptions, stepsFor } from './rollout-steps.ts';
import { root } from './settings.ts';
import { type ReleasesOptions, showReleases } from './show-releases.ts';

// The functions behind the commands, where nothing has to be built.

const print = mock.method(console, 'log', () => {});
const prepared = join(folder, 'prepared');
let releases = prepared;
const site = () => new TestSite(new FolderStore(releases));
await publishVersions('marketing', '1.0.0', '1.1.0', '1.2.0');

beforeEach(async () => {
  releases = await mkdtemp(join(folder, 'releases-'));
  await cp(prepared, releases, { recursive: true, preserveTimestamps: true });
});

test('A canary is withdrawn by going back, and goes back once it is promoted', async () => {
  await release('marketing', { to: '1.0.0' });
  await canary('marketing', 5, '1.2.0');
  assert.match(
    await show('marketing'),
    /marketing has the canary 1\.2\.0 for 5 % of visitors \(since \d{4}-\d\d-\d\d \d\d:\d\d UTC by owner/,
  );
  assert.match(
    await back('marketing'),
    /canary 1\.2\.0 of marketing has ended\. 1\.0\.0 stays current: "pnpm back marketing" again /,
  );
  await canary('marketing', 20, '1.2.0');
  const promote = () =>
    printed((on) => promoteCanary('marketing', { ...on, withoutBrowser: true }));
  await promote();
  assert.match(await back('marketing'), /marketing 1\.0\.0 is current/);
  await assert.rejects(promote(), /^Error: marketing has no canary/);
});

test('A canary of the newest preview begins, and is raised, wherever its sources are', async () => {
  await publishVersions('elsewhere', '1.0.0', '1.1.0', '1.2.0');
  await release('elsewhere', { to: '1.0.0' });
  const change = (percent: number, app = 'elsewhere') =>
    printed((on) => changeCanary(app, percent, { ...on, withoutBrowser: true }));
  await assert.rejects(change(5), /^Error: elsewhere has neither a canary nor a preview/);
  await preview('elsewhere', '1.1.0');
  const begun = await change(5);
  assert.match(begun, /Taking the preview of elsewhere 1\.1\.0, made at .* by owner\n/);
  assert.match(begun, /; 5 % of visitors get 1\.1\.0 \(/);
  await preview('elsewhere', '1.2.0');
  assert.match(await change(50), /; 50 % of visitors get 1\.1\.0 \(/);
  await freeze('elsewhere', 'sale');
  await assert.rejects(change(60), /^Error: elsewhere is frozen since/);
  const missing = { message: 'nowhere is not part of the site: release it first.' };
  await assert.rejects(change(5, 'nowhere'), missing);
});

test('A freeze is shown with why, since when and by whom, and lets nothing in but going back', async () => {
  const from = await staged({ version: '2.0.0' });
  await freeze('marketing', 'sale time');
  const sentence = /marketing is frozen since [\d-]+ [\d:]+ UTC by owner: sale time/;
  assert.match(await show(), sentence);
  await assert.rejects(release('marketing', { from }), sentence);
  assert.ok(!existsSync(join(releases, 'marketing/2.0.0')));
  assert.match(await back('marketing'), /marketing 1\.1\.0 is current/);
});

test('What is known at once is refused before types are checked', async () => {
  const version = await releaseVersion(join(root, 'remote-profile'));
  await publishVersions('profile', '99.0.0', version);
  await back('profile', 'throws');
  /** Takes the sources of profile, which must be refused before checking their types. */
  const refuses = async (message: RegExp, options = {}) => {
    await assert.rejects(release('profile', options), { message });
    assert.doesNotMatch(lines(), /Checking|Building|Judging/);
  };
  const withdrawn = RegExp(`^profile ${version} was withdrawn \\(throws\\): "pnpm release profile`);
  await refuses(withdrawn);
  await assert.rejects(preview('profile'), { message: withdrawn });
  await refuses(/^--site takes an address/, { site: 'a.b' });
  await freeze('profile', 'sale');
  await refuses(/^profile is frozen since/);
});

test('An app that is named twice counts once', async () => {
  const apps = ['marketing', 'marketing'];
  await printed((on) => publishChosen(apps, { ...on, to: '1.0.0' }, {}));
  assert.equal(currentVersion(await state(), 'marketing'), '1.0.0');
});

test('A release that was withdrawn is taken --again', async () => {
  await back('marketing');
  await release('marketing', { to: '1.2.0', again: true });
  assert.equal(currentVersion(await state(), 'marketing'), '1.2.0');
});

test('--from takes over the current release of another store, gradually; a second one is refused, and --anyway ends the first', async () => {
  const from = await staged({ version: '2.0.0' });
  const steps = String.raw`5 % from [\d:]+, 20 % from [\d:]+, 100 % from [\d:]+, current from [\d:]+ UTC`;
  const said = await release('marketing', { from });
  assert.match(said, new RegExp(`; 1 % of visitors get 2\\.0\\.0, ${steps} \\(record 4\\)`));
  assert.match(
    said,
    /Not compared with an API: name the site that serves this store with --site\.\n/,
  );
  assert.match(
    await show('marketing'),
    new RegExp(`has the canary 2\\.0\\.0 for 1 % of visitors, ${steps} \\(since`),
  );
  const again = await release('marketing', { from });
  assert.match(again, /1 % of visitors get 2\.0\.0.*\(record 4\)/, 'again, it goes on');
  const next = await staged({ version: '3.0.0' });
  await assert.rejects(release('marketing', { from: next }), {
    message: /^marketing 2\.0\.0 is being rolled out: 1 % of visitors have it/,
  });
  const options = { from: next, anyway: true, atOnce: true };
  assert.match(
    await release('marketing', options),
    /marketing 3\.0\.0 is current; fallbacks: 1\.2\.0, 1/,
  );
  assert.equal((await state()).records.get('marketing')?.record.next, undefined);
});

test('A named site has to describe its API, except with --without-api', async () => {
  const from = await staged({ version: '2.0.0', calls: {} });
  const options = { from, atOnce: true, site: 'http://127.0.0.1:1' };
  await assert.rejects(release('marketing', options), {
    message: /openapi\.json does not answer\. .* or add --without-api\.$/,
  });
  assert.equal(currentVersion(await state(), 'marketing'), '1.2.0');
  await release('marketing', { ...options, withoutApi: true });
  assert.equal(currentVersion(await state(), 'marketing'), '2.0.0');
});

test('--built takes the folder of any build, of the app that it names', async () => {
  const assets = { js: { sync: ['react.js'], async: [] }, css: { sync: [], async: [] } };
  const metaData = {
    globalName: 'tracking',
    buildInfo: { buildVersion: '1.2.0' },
    remoteEntry: { name: 'remoteEntry.js', path: '', type: 'module' },
  };
  const shared = [{ name: 'react', version: '19.3.1', assets }];
  const content = {
    'mf-manifest.json': JSON.stringify({ metaData, shared, exposes: [] }),
    'kargo.json': '{ "app": "tracking" }',
    'react.js': 'x'.repeat(900),
  };
  const built = await build({ content });
  const said = await release('tracking', { built, withoutApi: true });
  assert.match(said, /tracking 1\.2\.0-\w{10} has copies of react \(0\.9 kB\), loaded only where/);
  assert.match(said, / has no node\/screens\.cjs: its pages are empty until its scripts run$/m);
  assert.match(said, /^tracking 1\.2\.0-\w{10} is current; fallbacks: none/m);
  await assert.rejects(release('marketing', { built }), {
    message: `${built} is a build of tracking, not of marketing: see its kargo.json.`,
  });
  for (const options of [{ built }, { from: folder }, { to: '1.0.0' }])
    await assert.rejects(chooseReleases(['marketing', 'auth'], options, 'current'), {
      message: '--from, --to and a folder of --built take one app, not marketing, auth.',
    });
});

test('A current release that was damaged is refused, with two ways out', async () => {
  const version = await releaseVersion(join(root, 'remote-profile'));
  await publishVersions('profile', '99.0.0', version);
  const file = join(releases, 'profile', version, 'remoteEntry.js');
  await writeFile(file, 'damaged');
  await assert.rejects(release('profile', { built: true }), {
    message:
      `profile ${version} cannot be served: ${file} is not what was published.\n` +
      'Raise its version and release it again, or go back: "pnpm back profile".',
  });
  await back('profile');
  assert.equal(currentVersion(await state(), 'profile'), '99.0.0');
});

test('The state of each app is printed, and an app that is not part of the site is refused', async () => {
  await assert.rejects(show('auth'), { message: 'The site has no auth; it has marketing.' });
  await publishVersions('auth', '1.0.0');
  const said = await show();
  assert.match(said, /marketing +1\.2\.0 .* all but the browser +1\.1\.0, 1\.0\.0$/);
  assert.match(said, /auth +1\.0\.0 .* nothing\n/);
  await rm(join(releases, 'auth/1.0.0/remoteEntry.js'));
  assert.match(await show('auth'), /auth 1\.0\.0 cannot be served: .* is missing\.$/);
});

test('--clean keeps recent releases, and says so', async (t) => {
  assert.match(await show(undefined, { clean: true }), /^0 releases were removed/m);
  t.after(() => delete process.env.RELEASES_KEEP_DAYS);
  process.env.RELEASES_KEEP_DAYS = 'always';
  await assert.rejects(show(undefined, { clean: true }), {
    message: /^RELEASES_KEEP_DAYS has to be a number, not "always"/,
  });
});

test('Neither an unknown version nor a way out of the folder of an app is taken', async () => {
  await assert.rejects(release('marketing', { to: '9.9.9' }), {
    message: `marketing has no release 9.9.9 in ${releases}; there are\n  1.2.0\n  1.1.0\n  1.0.0`,
  });
  await assert.rejects(release('auth', { to: '../marketing/1.0.0' }), {
    message: /^auth has no release .*; there is none$/,
  });
});

test('An app without sources is refused at once, but can go back: it may be of another repository', async () => {
  const names = apps.map(({ name }) => name).join(', ');
  await assert.rejects(release('elsewhere', {}), {
    message: `This checkout has no app "elsewhere"; it has ${names}.`,
  });
  assert.equal(lines(), '');
  await publishVersions('elsewhere', '1.0.0', '1.1.0');
  assert.match(await back('elsewhere'), /elsewhere 1\.0\.0 is current/);
});

const lines = () => print.mock.calls.map(({ arguments: [line] }) => line).join('\n');

/** Returns what an action on the store prints. */
async function printed(action: (on: { releases: string }) => Promise<unknown>): Promise<string> {
  Object.assign(process.env, keyVariables);
  print.mock.resetCalls();
  await action({ releases });
  return lines();
}

const release = (app: string, given: PublishOptions & RolloutOptions) =>
  printed((on) => {
    const options = { withoutBrowser: true, ...on, ...given };
    return publishChosen([app], options, { steps: stepsFor([app], options) });
  });

const canary = (app: string, percent: number, to: string) =>
  printed((on) => publishChosen([app], { ...on, to }, { percent }));

const preview = (app: string, to?: string) =>
  printed(async (on) => {
    const options = { ...on, ...(to && { to }) };
    await previewLink(await chooseReleases([app], options, 'preview'), 'https://kargo.example', 60);
  });

const back = (app: string, why?: string) =>
  printed(async (on) => {
    const store = await openStore(on);
    await goBack(app, store, undefined, why);
    await printStatuses(store, [app]);
  });

const show = (app?: string, options: ReleasesOptions = {}) =>
  printed((on) => showReleases(app, { ...on, ...options }));

const state = () => site().state();
const freeze = (app: string, why: string) => freezeApp(site().on, app, why);

/** Publishes a build of marketing in another store. Returns its folder. */
async function staged(given: Build): Promise<string> {
  const staging = await mkdtemp(join(folder, 'staging-'));
  await new TestSite(new FolderStore(staging)).publish(given);
  return staging;
}

/** Publishes minimal builds of a remote. */
async function publishVersions(app: string, ...versions: string[]): Promise<void> {
  for (const version of versions) await site().publish({ app, version });
}
