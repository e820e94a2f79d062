import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { copyCheckout } from './testing/copy-checkout.ts';

const root = join(import.meta.dirname, '../..');
const folders = ['remote-marketing', 'shared-types', 'shared-ui', 'shared-runtime', 'tools'];

/** The checkout of a team, without the shell and the other remotes. */
let checkout: string;
let unchanged: string;

before(async () => {
  checkout = await copyCheckout(folders);
  unchanged = await version(checkout);
});

after(() => rm(checkout, { recursive: true, force: true }));

test('The checkout of one team gives the same version as the full checkout', async () => {
  assert.equal(unchanged, await version(root));
});

type Change = [what: string, file: string, edit: (text: string) => string];

const otherRelease: Change[] = [
  ['its own sources', 'remote-marketing/src/screens.ts', (text) => `${text}\n`],
  ['a package that goes into it', 'shared-ui/src/Avatar.tsx', (text) => `${text}\n`],
  ['the build', 'tools/src/define-remote.ts', (text) => `${text}\n`],
  [
    'what it asks of a shared module',
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

const sameRelease: Change[] = [
  ['a test', 'remote-marketing/src/added.test.ts', () => 'test();'],
  ['the sources of shared-runtime', 'shared-runtime/src/session.ts', (text) => `${text}\n`],
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

for (const [what, file, edit] of otherRelease) {
  test(`Another release: ${what}`, async () => {
    assert.notEqual(await versionWith(file, edit), unchanged);
  });
}

for (const [what, file, edit] of sameRelease) {
  test(`The same release: ${what}`, async () => {
    assert.equal(await versionWith(file, edit), unchanged);
  });
}

async function versionWith(name: string, edit: (text: string) => string): Promise<string> {
  const file = join(checkout, name);
  const text = await readFile(file, 'utf8').catch(() => '');
  const edited = edit(text);
  assert.notEqual(edited, text);
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, edited);
    return await version(checkout);
  } finally {
    await (text ? writeFile(file, text) : rm(file));
  }
}

/** The version of marketing, from a new process, which has no files cached. */
async function version(folder: string): Promise<string> {
  const module = JSON.stringify(join(folder, 'tools/src/release-version.ts'));
  const remote = JSON.stringify(join(folder, 'remote-marketing'));
  const program = `console.log(await (await import(${module})).releaseVersion(${remote}))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program]);
  return stdout.trim();
}
