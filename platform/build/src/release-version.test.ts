import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { chown, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { releaseVersion } from './release-version.ts';
import { temporaryFolder } from './testing/build.ts';

const root = join(import.meta.dirname, '../../..');
const folders = [
  'remote-marketing',
  'shared-types',
  'shared-ui',
  'shared-runtime',
  'platform/build',
];

/** A checkout of one team, without the shell and the other remotes. */
const checkout = await temporaryFolder(test);
let unchanged: string;

before(async () => {
  const leftOut = ['dist', '.cache', '.federation', '.pnpm'];
  const filter = (path: string) => !leftOut.includes(basename(path));
  // Links are kept, so those between packages lead to the copies.
  const options = { recursive: true, verbatimSymlinks: true, filter };
  for (const name of [...folders, 'package.json', 'pnpm-lock.yaml', 'node_modules'])
    await cp(join(root, name), join(checkout, name), options);
  // The libraries themselves, to which the other links lead.
  await symlink(join(root, 'node_modules/.pnpm'), join(checkout, 'node_modules/.pnpm'));
  unchanged = await releaseVersion(join(checkout, 'remote-marketing'));
});

test('The checkout of one team gives the same version as the full checkout', async () => {
  assert.equal(unchanged, await releaseVersion(join(root, 'remote-marketing')));
});

type Change = [what: string, file: string, edit: (text: string) => string];

const otherRelease: Change[] = [
  ['its own sources', 'remote-marketing/src/screens.ts', (text) => `${text}\n`],
  ['a package that goes into it', 'shared-ui/src/Avatar.tsx', (text) => `${text}\n`],
  ['the theme of its styles', 'shared-runtime/src/theme/tokens.ts', (text) => `${text}\n`],
  ['how its styles are made', 'shared-runtime/panda.config.ts', (text) => `${text}\n`],
  ['the build', 'platform/build/src/define-remote.ts', (text) => `${text}\n`],
  [
    'the version of a shared module that it requires',
    'shared-runtime/package.json',
    (text) => text.replace(/"version": "\d+/, '"version": "99'),
  ],
  [
    'a library of a library that it contains',
    'pnpm-lock.yaml',
    (text) => text.replace(/(\n {2}acorn@.*\n {4}resolution: \{integrity: sha512-)/, '$1changed'),
  ],
  [
    'an address that it links to',
    'shared-types/src/page/paths.ts',
    (text) => text.replace("login: () => '/login'", "login: () => '/sign-in'"),
  ],
];

/** Changes the lockfile as a new remote may: a library is now installed with another peer. */
const otherPeers = (text: string) =>
  text
    .replaceAll('(supports-color@8.1.1)', '(supports-color@8.1.2)')
    .replaceAll(/(?<=\n {2}debug@.*:\n( {4}.*\n)+ {6}supports-color: )8.1.1/g, '10.2.2');

const sameRelease: Change[] = [
  ['the peers that a library is installed with', 'pnpm-lock.yaml', otherPeers],
  ['a test', 'remote-marketing/src/added.test.ts', () => 'test();'],
  ['the sources of a shared module', 'shared-runtime/src/session.ts', (text) => `${text}\n`],
  ['another remote', 'remote-next/src/screens/Next.tsx', () => 'export default () => null;'],
  [
    'an address that it does not link to',
    'shared-types/src/page/paths.ts',
    (text) => text.replace('  login:', "  next: () => '/next',\n  login:"),
  ],
  [
    'a library of another package',
    'pnpm-lock.yaml',
    (text) =>
      text.replace(/(\n {2}nodemailer@.*\n {4}resolution: \{integrity: sha512-)/, '$1changed'),
  ],
];

for (const change of otherRelease)
  test(`Another release: ${change[0]}`, async () => {
    assert.notEqual(await versionWith(change), unchanged);
  });

test(`The same release: ${sameRelease.map(([what]) => what).join(', ')}`, async () => {
  assert.equal(await versionWith(...sameRelease), unchanged);
});

// A remote's own repository.

const hasGit = spawnSync('git', ['--version']).status === 0;
const repository = await temporaryFolder(test);
let unchangedThere: string;

before(async () => {
  const template = join(root, 'platform/releases/create-remote/template/any');
  for (const name of ['gitignore', 'gitattributes'])
    await cp(join(template, `__dot__${name}`), join(repository, `.${name}`));
  await symlink(join(root, 'remote-marketing/node_modules'), join(repository, 'node_modules'));
  await write('package.json', '{ "version": "0.1.0" }');
  await write('package-lock.json', '{ "packages": {} }');
  await write('src/screens.ts', 'export default {};');
  if (hasGit) spawnSync('git', ['init', '--quiet'], { cwd: repository });
  unchangedThere = await releaseVersion(repository);
});

const besideSources = ['.DS_Store', '.screens.ts.swp', 'screens.ts~', 'npm-debug.log', '.env'];

test('Files that git ignores do not count', async (t) => {
  if (!hasGit) return t.skip('git is not installed');
  const inSources = besideSources.map((name) => `src/${name}`);
  const files = [...besideSources, ...inSources, 'coverage/lcov.info', 'test-results/a.xml'];
  assert.equal(await versionThereWith(...files), unchangedThere);
});

for (const file of ['src/added.ts', 'tsconfig.json', 'webpack/rules.ts'])
  test(`${file} counts before it is committed`, async () => {
    assert.notEqual(await versionThereWith(file), unchangedThere);
  });

test('This repository ignores the same files', (t) => {
  if (!hasGit) return t.skip('git is not installed');
  const files = [...besideSources, 'src/.DS_Store', 'coverage/lcov.info'];
  const paths = files.map((file) => `remote-marketing/${file}`);
  const sources = { cwd: root, encoding: 'utf8' } as const;
  assert.equal(
    spawnSync('git', ['check-ignore', ...paths], sources).stdout,
    `${paths.join('\n')}\n`,
  );
});

test('Images leave out the files that git ignores here', async () => {
  const linesOf = async (file: string) => (await readFile(join(root, file), 'utf8')).split('\n');
  const left = await linesOf('.dockerignore');
  const ignored = (await linesOf('.gitignore')).filter((line) => line && line !== '.kargo/');
  for (const line of ignored) assert.ok(left.includes(`**/${line.replace(/\/$/, '')}`), line);
});

test('A clone by Git for Windows gives the same version, and so does a clone that another user owns', async (t) => {
  if (!hasGit) return t.skip('git is not installed');
  const clone = await temporaryFolder(t);
  const git = (...parameters: string[]) =>
    assert.equal(spawnSync('git', parameters, { cwd: repository }).status, 0);
  git('add', '--all', '--', ':!node_modules');
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--message', 'all');
  git('clone', '--quiet', '-c', 'core.autocrlf=true', repository, clone);
  const libraries = join(root, 'remote-marketing/node_modules');
  await symlink(libraries, join(clone, 'node_modules'));
  assert.equal(await releaseVersion(clone), unchangedThere);
  const attributes = await readFile(join(root, '.gitattributes'), 'utf8');
  assert.equal(await readFile(join(clone, '.gitattributes'), 'utf8'), attributes);
  await writeFile(join(clone, '.DS_Store'), '');
  if (process.getuid?.() === 0) await chown(clone, 1000, 1000);
  assert.equal(await releaseVersion(clone), unchangedThere);
});

test('A deleted file no longer counts, even before the deletion is committed', async (t) => {
  if (!hasGit) return t.skip('git is not installed');
  await write('src/added.ts', '');
  spawnSync('git', ['add', 'src/added.ts'], { cwd: repository });
  assert.notEqual(await releaseVersion(repository), unchangedThere);
  await rm(join(repository, 'src/added.ts'));
  assert.equal(await releaseVersion(repository), unchangedThere);
});

test('In a folder that another repository ignores, all files count', async (t) => {
  if (!hasGit) return t.skip('git is not installed');
  await write('dist/package.json', '{ "version": "0.1.0" }');
  await write('dist/package-lock.json', '{ "packages": {} }');
  t.after(() => rm(join(repository, 'dist'), { recursive: true }));
  await symlink(join(repository, 'node_modules'), join(repository, 'dist/node_modules'));
  const before = await releaseVersion(join(repository, 'dist'));
  await write('dist/src/added.ts', '');
  assert.notEqual(await releaseVersion(join(repository, 'dist')), before);
});

test('Where git is not installed, all files count', async (t) => {
  const { PATH } = process.env;
  process.env.PATH = '';
  t.after(() => Object.assign(process.env, { PATH }));
  assert.equal(await releaseVersion(repository), unchangedThere);
  assert.notEqual(await versionThereWith('.env'), unchangedThere);
});

test('The packages that npm has installed count, and so does shared-runtime, which has the theme', async (t) => {
  const versionWithLibrary = async (name: string) => {
    const packages = { [`node_modules/${name}`]: { integrity: 'hash' } };
    await write('package-lock.json', JSON.stringify({ packages }));
    return releaseVersion(repository);
  };
  t.after(() => write('package-lock.json', '{ "packages": {} }'));
  assert.notEqual(await versionWithLibrary('yup'), unchangedThere);
  assert.notEqual(await versionWithLibrary('@kargo/shared-runtime'), unchangedThere);
});

async function versionWith(...changes: Change[]): Promise<string> {
  const before = new Map<string, string>();
  try {
    for (const [, name, edit] of changes) {
      const file = join(checkout, name);
      const text = await readFile(file, 'utf8').catch(() => '');
      if (!before.has(file)) before.set(file, text);
      const edited = edit(text);
      assert.notEqual(edited, text);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, edited);
    }
    const isKept = changes.some(([, name]) => /(pnpm-lock\.yaml|\/paths\.ts)$/.test(name));
    return await (isKept
      ? versionInNewProcess()
      : releaseVersion(join(checkout, 'remote-marketing')));
  } finally {
    for (const [file, text] of before) await (text ? writeFile(file, text) : rm(file));
  }
}

/** A process reads the lockfile and the addresses only once. */
async function versionInNewProcess(): Promise<string> {
  const module = JSON.stringify(join(checkout, 'platform/build/src/release-version.ts'));
  const remote = JSON.stringify(join(checkout, 'remote-marketing'));
  const program = `console.log(await (await import(${module})).releaseVersion(${remote}))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program]);
  return stdout.trim();
}

async function versionThereWith(...files: string[]): Promise<string> {
  for (const file of files) await write(file, '');
  const found = await releaseVersion(repository);
  for (const file of files) await rm(join(repository, file));
  return found;
}

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(join(repository, file)), { recursive: true });
  await writeFile(join(repository, file), content);
}
