import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, type TestContext, test } from 'node:test';
import { remoteAt } from '@kargo/build/remotes';
import { folder, TestSite } from '@kargo/delivery/testing/test-site';
import type { Build } from '@kargo/delivery/testing/write-build';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { commitName, refuseOlderCommit } from './older-commits.ts';

// A team's repository with two commits, and releases of them.

const all = { recursive: true } as const;

let repository: string;
let site: TestSite<FolderStore>;
let older: string;
let newer: string;

beforeEach(async () => {
  repository = await mkdtemp(join(folder, 'repository-'));
  site = new TestSite(new FolderStore(await mkdtemp(join(folder, 'releases-'))));
  git('init', '--quiet');
  await write('package.json', '{ "name": "remote-tracking", "version": "1.0.0" }');
  await write('package-lock.json', '{}');
  await write('.gitignore', 'dist/');
  older = await commit('older');
  newer = await commit('newer');
});

test('A commit before the released one is refused', async (context) => {
  await publishCurrent({ commit: newer });
  git('checkout', '--quiet', older);
  const sentence = `This checkout is at ${older.slice(0, 10)}; owner has already released a newer commit of tracking, ${newer.slice(0, 10)}, at `;
  await assert.rejects(refuse(context), ({ message }: Error) => message.startsWith(sentence));
  await publishCurrent({ version: '10.0.0', commit: `${newer}-dirty` });
  await assert.rejects(refuse(context), new RegExp(` ${newer.slice(0, 10)} and changes, at `));
});

test('The same commit, a later one, and one of another branch are released without a word', async (context) => {
  await publishCurrent({ commit: `${newer}-dirty` });
  assert.equal(await refuse(context), '');
  await commit('latest');
  assert.equal(await refuse(context), '');
  git('checkout', '--quiet', older);
  await commit('aside');
  assert.equal(await refuse(context), '');
});

test("A commit's name says whether the tree was dirty", () => {
  assert.equal(commitName('0123456789abcdef'), '0123456789');
  assert.equal(commitName('0123456789abcdef-dirty'), '0123456789 and changes');
});

const unknown: [string, RegExp, (context: TestContext) => unknown][] = [
  [
    'a clone of depth 1',
    /\(fatal: Not a valid commit name [\da-f]{40}\)/,
    () => {
      git('checkout', '--quiet', '-b', 'old', older);
      const clone = join(folder, `clone-${older}`);
      git('clone', '--quiet', '--depth', '1', `file://${repository}`, clone);
      repository = clone;
    },
  ],
  [
    'a clone that has both commits without what lies between',
    /\(this clone lacks a part of the history\)/,
    async () => {
      await writeFile(join(repository, '.git/shallow'), `${older}\n${newer}\n`);
      git('checkout', '--quiet', older);
    },
  ],
  ['no repository', /\(fatal: not a git repository/, () => rm(join(repository, '.git'), all)],
  [
    'no git',
    /\(spawn git ENOENT\)/,
    (context) => {
      const { PATH } = process.env;
      process.env.PATH = '';
      context.after(() => Object.assign(process.env, { PATH }));
    },
  ],
];

for (const [what, reason, make] of unknown)
  test(`With ${what}, it says so and compares when both were built`, async (context) => {
    await publishCurrent({ commit: newer, builtAt: '2026-11-02T00:00:00.000Z' });
    await make(context);
    await requireComparison(context, reason);
  });

test('With a release that names no commit, it says so and compares when both were built', async (context) => {
  await publishCurrent({ builtAt: '2026-11-02T00:00:00.000Z' });
  await requireComparison(context, /\(it names none\)/);
});

test('A stored release is as old as it claims', async (context) => {
  await publishCurrent({ version: '1.0.0', builtAt: '2026-11-01T00:00:00.000Z' });
  await publishCurrent({ builtAt: '2026-11-02T00:00:00.000Z' });
  await assert.rejects(refuse(context), /^Error: tracking 1\.0\.0 was built at 2026-11-01/);
});

test('With a release that cannot be read, it says so and goes on', async (context) => {
  await publishCurrent({});
  await site.store.remove('tracking/9.0.0/release.json');
  assert.match(await refuse(context), /later commit \(it names none\), nor when it was built$/);
});

test('In a checkout of another owner, which git distrusts, the commits are compared', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('only root may give a folder away');
  await publishCurrent({ commit: newer });
  git('checkout', '--quiet', older);
  await chown(repository, 1000, 1000);
  await assert.rejects(refuse(context), /has already released a newer commit/);
});

/** Expects that an earlier build is refused and a later one is not; both were made elsewhere. */
async function requireComparison(context: TestContext, reason: RegExp): Promise<void> {
  await write('dist/kargo.json', '{ "builtAt": "2026-11-03T00:00:00.000Z" }');
  const said = await refuse(context, true);
  assert.match(said, / It is not known whether tracking 9\.0\.0 is of a later commit \(/);
  assert.match(said, reason);
  assert.match(said, /\), so what was built last is newer$/);
  assert.equal(await refuse(context), said, 'it will be built now');
  await write('dist/kargo.json', '{ "builtAt": "2026-11-01T00:00:00.000Z" }');
  await assert.rejects(refuse(context, true), {
    message:
      'tracking 1.0.0 was built at 2026-11-01 00:00 UTC, and 9.0.0, which is current, at 2026-11-02 00:00 UTC: add --anyway to go back.',
  });
}

/** Compares the sources, 1.0.0, with the current release. Returns the output without its times. */
async function refuse({ mock }: TestContext, isBuilt = false): Promise<string> {
  const print = mock.method(console, 'log', () => {});
  const app = remoteAt(repository);
  await refuseOlderCommit(site.on, app, await site.state(), '1.0.0', isBuilt);
  const lines = print.mock.calls.map(({ arguments: [line] }) => String(line));
  print.mock.restore();
  return lines.map((line) => line.replace(/^ *[\d.]+ s /, '')).join('\n');
}

async function commit(message: string): Promise<string> {
  await write('src/screens.ts', `// ${message}`);
  git('add', '--all');
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--message', message);
  return git('rev-parse', 'HEAD').trim();
}

function git(...parameters: string[]): string {
  const options = { cwd: repository, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('git', parameters, options);
  assert.equal(status, 0, stderr);
  return stdout;
}

/** Publishes a release, by default 9.0.0. */
async function publishCurrent(given: Build): Promise<void> {
  await site.publish({ app: 'tracking', version: '9.0.0', ...given });
}

async function write(name: string, text: string): Promise<void> {
  const file = join(repository, name);
  await mkdir(dirname(file), all);
  await writeFile(file, text);
}
