import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { freezeApp } from '@kargo/delivery/change-record';
import { keys, keyVariables } from '@kargo/delivery/testing/keys';
import { folder, TestSite } from '@kargo/delivery/testing/test-site';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { root } from './settings.ts';

// Runs the commands as programs; publish-chosen.test.ts and others call the functions behind them.

const prepared = join(folder, 'prepared');
let releases = prepared;
const site = (by = keys) => new TestSite(new FolderStore(releases), by);
await publishVersions('marketing', '1.0.0', '1.1.0', '1.2.0');

beforeEach(async () => {
  releases = await mkdtemp(join(folder, 'releases-'));
  await cp(prepared, releases, { recursive: true, preserveTimestamps: true });
});

test('--to makes a published release current; the previous one stays a fallback', () => {
  const { status, stdout } = run('release', 'marketing', '--to', '1.0.0');
  assert.equal(status, 0);
  const [store, current, floor] = stdout.split('\n');
  assert.equal(store, `Release store ${releases}`);
  const behind = 'fallbacks: 1.2.0, 1.1.0';
  assert.equal(current, `marketing 1.0.0 is current; ${behind} (record 4).`);
  assert.match(`${floor}`, /^RELEASES_AT_LEAST=marketing:4:[\w+/]{64}$/);
});

test('The store is the one of RELEASES, as for publishers and gateways, unless --releases names another', () => {
  const variables = { ...keyVariables, RELEASES: releases };
  const { stdout } = runIn(root, variables, 'back', 'marketing', '--why', 'login throws');
  assert.match(stdout, /marketing 1\.2\.0 was withdrawn \(login throws\)\.\n/);
  assert.match(stdout, /\nmarketing 1\.1\.0 is current; fallbacks: 1\.0\.0/);
  const history = run('releases', 'marketing', '--history').stdout;
  assert.match(history, / marketing +3 +released +1\.2\.0 +owner +all but the browser$/m);
  assert.match(history, / marketing +4 +went back +1\.1\.0 .* 1\.2\.0: login throws$/m);

  const missing = join(folder, 'missing');
  const { status, stderr } = runIn(root, variables, 'releases', '--releases', missing);
  assert.equal(status, 1);
  assert.equal(
    stderr,
    `There is no release store ${missing}: name the site's store with --releases <folder> or RELEASES, or create one with "pnpm release <app> --create".\n`,
  );
  assert.ok(!existsSync(missing));
});

test('A canary begins, and is promoted', () => {
  const begun = run('canary', 'marketing', '5', '--to', '1.0.0');
  assert.equal(begun.status, 0, begun.stderr);
  assert.match(begun.stdout, /marketing 1\.2\.0 is current; .*; 5 % of visitors get 1\.0\.0 \(/);
  const promoted = run('promote', 'marketing', '--without-browser');
  assert.match(promoted.stdout, /marketing 1\.0\.0 is current; fallbacks: 1\.2\.0/);
});

for (const percent of ['101', 'five'])
  test(`A canary for "${percent}" % is refused`, () => {
    const { status, stderr } = run('canary', 'marketing', percent, '--to', '1.0.0');
    assert.equal(status, 1);
    assert.match(stderr, /^A canary takes a percentage above 0, up to 100/);
  });

test('A freeze lasts until unfreezing, and --remove takes the app out', async () => {
  const recordOf = () => site().record();
  const { stdout } = run('freeze', 'marketing', 'sale', 'time');
  assert.match(stdout, /marketing is frozen: sale time\./);
  assert.equal((await recordOf())?.frozen?.reason, 'sale time');
  assert.equal(run('unfreeze', 'marketing').status, 0);
  assert.ok(!(await recordOf())?.frozen);
  assert.equal(run('release', 'marketing', '--remove').status, 0);
  assert.equal((await recordOf())?.current, null);
});

test('A preview prints a link for the site that is named, and --end takes it back', async () => {
  const before = await site().state();
  const preview = (...words: string[]) => run('preview', 'marketing', ...words);
  const published = ['--to', '1.0.0'];
  assert.match(preview(...published).stderr, /^Name the site that serves this store: --site/);
  const address = ['--site', 'https://kargo.example'];
  const { status, stdout } = preview(...published, ...address, '--for', '2h');
  assert.equal(status, 0);
  assert.match(
    stdout,
    /^marketing 1\.0\.0 can be previewed until .* UTC:\nhttps:\/\/kargo\.example\/\?kargo-preview=[\w.-]+$/m,
  );
  assert.deepEqual(await site().state(), before);
  assert.match(preview(...published, ...address, '--for', '2w').stderr, /^--for takes/);
  assert.match(preview(...published, ...address, '--for', '31d').stderr, /30 days at most/);
  assert.match(preview('--end').stdout, /^Previews of marketing have ended/m);
});

test('A checkout without the shell has none to release', () => {
  const checkout = join(folder, 'marketing-alone');
  mkdirSync(join(checkout, 'remote-marketing'), { recursive: true });
  writeFileSync(join(checkout, 'pnpm-lock.yaml'), '');
  writeFileSync(join(checkout, 'remote-marketing/package.json'), '{ "name": "remote-marketing" }');
  const { stderr } = runIn(checkout, keyVariables, 'release', 'shell');
  assert.equal(stderr, 'This checkout has no app "shell"; it has marketing.\n');
});

for (const [name, words, problem] of [
  ['No app', ['release'], /^error: missing required argument 'apps'/],
  [
    'The option of another command',
    ['promote', 'marketing', '--for', '2h'],
    /^error: unknown option '--for'/,
  ],
  [
    'Two sources at once',
    ['canary', 'marketing', '5', '--to', '1.0.0', '--from', folder],
    /^error: option '--from <store>' cannot be used with option '--to <version>'/,
  ],
] as const)
  test(`${name} is refused with the help of the command`, () => {
    const { status, stderr } = run(...words);
    assert.equal(status, 1);
    assert.match(stderr, problem);
    assert.match(stderr, /^Usage: pnpm \w+ \[options\] <app/m);
    assert.doesNotMatch(stderr, /\n {4}at /);
  });

test('In the repository of a remote, its name can be left out', async () => {
  await publishVersions('tracking', '1.0.0', '1.1.0');
  const repository = join(folder, 'tracking');
  mkdirSync(repository);
  writeFileSync(join(repository, 'package-lock.json'), '');
  writeFileSync(join(repository, 'package.json'), '{ "name": "remote-tracking" }');
  const own = (command: string, ...words: string[]) =>
    runIn(repository, { ...keyVariables, RELEASES: releases }, command, ...words);
  assert.match(own('canary', '0').stderr, /not "0"\. "npm run back -- <app>" ends one\.\n$/);
  assert.match(own('back', '--why', 'tracking', '1.0.0').stdout, /tracking 1\.0\.0 is current/);
  assert.match(own('freeze', 'as', 'tracking').stdout, /^tracking is frozen: as tracking\.$/m);
  assert.match(own('freeze', '--help').stdout, /^Usage: npm run freeze -- \[options\] <app>/);
});

test("A store's texts are displayed literally, and move no reader's cursor", async () => {
  const sequence = '\u001B]0;title\u0007\u202E\u009B2J';
  const owner = `owner${sequence}\nshell 9.9.9`;
  await site({ ...keys, by: `run${sequence}\nforged` }).publish({ version: '1.3.0', owner });
  await freezeApp(site().on, 'marketing', `sale${sequence}`);
  for (const words of [
    ['release', 'marketing', '--to', '1.0.0'],
    ['releases', '--history'],
  ]) {
    const { stdout, stderr } = run(...words);
    assert.match(stdout + stderr, /run\uFFFD|sale\uFFFD/);
    assert.doesNotMatch(stdout + stderr, /[^\P{Cc}\n]|\u202E|^(forged|shell)/mu);
  }
});

/** Runs a command on the store. */
const run = (...words: readonly string[]) =>
  runIn(root, { ...keyVariables, RELEASES: releases }, ...words);

function runIn(cwd: string, variables: object, command = '', ...parameters: readonly string[]) {
  const file = join(import.meta.dirname, `${command}.ts`);
  const env = { ...process.env, KARGO_SITE_URL: '', ...variables };
  return spawnSync(process.execPath, [file, ...parameters], { encoding: 'utf8', env, cwd });
}

/** Publishes minimal builds of a remote. */
async function publishVersions(app: string, ...versions: string[]): Promise<void> {
  for (const version of versions) await site().publish({ app, version });
}
