import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { releaseVersion } from '@kargo/build/release-version';
import { publish } from '@kargo/delivery/publish';
import { keys, keyVariables } from '@kargo/delivery/testing/keys';
import { writeBuild } from '@kargo/delivery/testing/write-build';
import { unshared } from '@kargo/delivery/unshared';
import { FolderStore } from '@kargo/release-log/stores/folder-store';
import { root } from './settings.ts';

// A team's repository whose build looks for keys.

const secrets = {
  ...keyVariables,
  AWS_SECRET_ACCESS_KEY: 'secret-of-the-bucket',
  GITHUB_TOKEN: 'secret-of-the-run',
  KARGO_NOTIFY_URL: 'https://chat.example/secret-of-the-chat',
};
const spy = `
  import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
  const look = (file) => { try { return readFileSync(file, 'latin1') } catch { return '' } };
  const others = readdirSync('/proc').filter((name) => /^\\d+$/.test(name));
  const seen = [JSON.stringify(process.env), ...others.map((pid) => look('/proc/' + pid + '/environ'))];
  writeFileSync('seen', seen.join().match(/spied-on|PUBLISHER_KEY|secret-of-the-[a-z]+/g).join('\\n'));
  throw new Error('Seen enough');`;

let repository: string;
const releases = () => join(repository, '.releases');

before(async () => {
  repository = await mkdtemp(join(tmpdir(), 'kargo-building-'));
  const installed = join(root, 'remote-marketing/node_modules');
  await mkdir(join(repository, 'node_modules/.bin'), { recursive: true });
  for (const name of await readdir(installed))
    if (name !== '.bin')
      await symlink(join(installed, name), join(repository, 'node_modules', name));
  await write(
    'package.json',
    '{ "name": "remote-marketing", "version": "1.0.0", "type": "module" }',
  );
  await write('package-lock.json', '{ "packages": {} }');
  await write(
    'tsconfig.json',
    '{ "compilerOptions": { "noEmit": true, "types": [] }, "files": ["src/a.ts"] }',
  );
  await write('src/a.ts', 'export {};');
  await write('.gitignore', 'seen\nnode_modules');
  await write('webpack.config.mjs', spy);
  await mkdir(releases());
});

after(() => rm(repository, { recursive: true }));

const unshares = { skip: unshared('--user').length === 0 && 'no user namespaces' };

test(
  'A build sees no key and no secret, neither in its own environment nor in that of any process',
  unshares,
  async () => {
    const stolen = join(repository, 'stolen');
    for (const name of ['git', 'ip', 'node', 'sh', 'unshare'])
      await writeProgram(join(repository, 'node_modules/.bin', name), `/usr/bin/env >> ${stolen}`);
    // As npm sets it, so that programs of dependencies would run in place of the system's.
    const PATH = [join(repository, 'node_modules/.bin'), process.env.PATH].join(delimiter);
    assert.match(release({ PATH }).stderr, /^The build-marketing failed .*Seen enough/s);
    assert.ok(!existsSync(stolen));
    const seen = await readFile(join(repository, 'seen'), 'utf8');
    assert.deepEqual(new Set(seen.split('\n')), new Set(['spied-on']));
  },
);

test('Where the system cannot keep them from a build, nothing is built, and what was built is released; git sees none', async () => {
  await rm(join(repository, 'seen'), { force: true });
  const system = await mkdtemp(join(tmpdir(), 'kargo-system-'));
  await writeProgram(join(system, 'git'), `/usr/bin/env >> ${join(system, 'seen')}; exit 1`);
  const PATH = system;
  assert.equal(
    release({ PATH }).stderr,
    'This system cannot keep PUBLISHER_KEY from a build: build without it, then add --built.\n',
  );
  assert.ok(!existsSync(join(repository, 'seen')));
  assert.doesNotMatch(await readFile(join(system, 'seen'), 'utf8'), /secret-of|PUBLISHER_KEY/);

  const version = await releaseVersion(repository);
  const dist = join(repository, 'dist');
  assert.match(release({ PATH }, '--built').stderr, /dist is not a folder: build first/);
  await writeBuiltRelease('0.9.0');
  assert.equal(
    release({ PATH }, '--built').stderr,
    `${dist} has 0.9.0, and the sources are ${version}: build them first.\n`,
  );
  await writeBuiltRelease(version);
  const { stdout, stderr } = release({ PATH }, '--built');
  assert.match(stdout, new RegExp(`marketing ${version} is current`), stderr);
  await rm(system, { recursive: true });
});

test('Sources that were released before are released again without a build', unshares, async () => {
  await writeBuiltRelease('99.0.0');
  const store = new FolderStore(releases());
  await publish({ from: [join(repository, 'dist')], store, keys });
  await rm(join(repository, 'seen'), { force: true });
  const { stdout, stderr } = release({}, '--at-once');
  const version = await releaseVersion(repository);
  const sentence = `marketing ${version} is current; fallbacks: 99\\.0\\.0`;
  assert.match(stdout, new RegExp(sentence), stderr);
  assert.ok(!existsSync(join(repository, 'seen')));
});

async function writeProgram(file: string, script: string): Promise<void> {
  await writeFile(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

async function writeBuiltRelease(version: string): Promise<void> {
  await cp(await writeBuild(tmpdir(), { version }), join(repository, 'dist'), { recursive: true });
}

async function write(name: string, text: string): Promise<void> {
  const file = join(repository, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

function release(variables: object = {}, ...parameters: string[]) {
  const program = join(import.meta.dirname, 'release.ts');
  return spawnSync(
    process.execPath,
    [program, '--releases', releases(), '--without-browser', ...parameters],
    {
      cwd: repository,
      encoding: 'utf8',
      env: { ...process.env, ...secrets, HARMLESS: 'spied-on', ...variables },
    },
  );
}
