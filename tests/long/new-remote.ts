import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { launchBrowser } from '@kargo/smoke-test/browser/find-browser';
import { appsIn } from '@kargo/tools/remotes';
import { alone, devSite } from 'e2e/development/dev-commands';
import { startGateway } from 'e2e/faults/gateway';
import { ReleasesFolder } from 'e2e/faults/releases-folder';
import { siteKeys } from 'e2e/support/site';

// `pnpm proof new-remote`: adds remotes to a copy of this checkout, with the commands that a team would use, and
// releases them into a copy of the site's releases. All checks have to pass with one, and to find what is wrong in
// it. It has to be shown by `dev`, alone, and to visitors, and to leave no trace when it is taken away.

const root = join(import.meta.dirname, '../..');
const apps = appsIn(root);
const run = promisify(execFile);
const leftOut = new Set(['.git', '.kargo', 'test-results', 'node_modules', 'dist', '.cache']);
const heading = { role: 'heading', name: 'Tracking' } as const;

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kargo-new-remote-'));
  const isTaken = (path: string) =>
    !relative(root, path)
      .split('/')
      .some((name) => leftOut.has(name));
  await cp(root, folder, { recursive: true, filter: isTaken });
  await pnpm('install', '--frozen-lockfile', '--prefer-offline');
  await git('init', '--quiet');
  await git('add', '--all');
  await git(
    '-c',
    'user.name=proof',
    '-c',
    'user.email=proof@kargo.example',
    'commit',
    '-qm',
    'All',
  );
});

after(() => rm(folder, { recursive: true, force: true }));

test('Without a browser, a remote is live within a minute', async () => {
  const times = await addAndRelease('parcels', '/parcels', '--without-browser');
  await pnpm('new-remote', '--remove', 'parcels');
  assert.equal(await git('status', '--porcelain'), '');
  assert.ok(times.all <= 60, 'too slow');
});

test('A remote is live within three minutes, and no other remote has a new version', async () => {
  const before = await otherVersions();
  const times = await addAndRelease('tracking', '/track');
  assert.deepEqual(await otherVersions(), before);
  assert.ok(times.all <= 180, 'too slow');
  assert.ok(times.ours <= 10, 'too slow beside building and the smoke test');
});

test('It is shown by `dev`', async () => {
  await using site = await devSite({ folder }, '--only', 'tracking');
  await expectShown(`${site.url}/track`);
});

test('It runs alone, and is listed at /', async () => {
  await using served = await alone({ folder }, 'tracking');
  await expectShown(`${served.url}/Tracking`);
  await expectShown(served.url, { role: 'link', name: 'Tracking' });
});

test('All checks pass with it', async () => {
  const { stdout, code } = await check();
  assert.equal(code, 0, stdout);
});

test('The checks find what is wrong in it', async () => {
  const screen = 'remote-tracking/src/screens/Tracking';
  await edit(`${screen}.test.tsx`, (source) =>
    source.replace("'tabindex', '-1'", "'tabindex', '0'"),
  );
  await edit(`${screen}.tsx`, (source) => `${source}export const planted: number = 'text';\n`);
  await edit(
    `${screen}.tsx`,
    (source) => `import '../../../remote-auth/src/screens.ts';\n${source}`,
  );
  await edit('shell/src/routes.ts', (source) =>
    source.replace("'tracking/Tracking'", "'tracking/Map'"),
  );
  const { stdout, code } = await check();
  assert.notEqual(code, 0);
  for (const finding of [
    /● has a heading/,
    /Tracking\.tsx\(.*error TS2322/,
    /error remotes-imports-.*remote-tracking\/src\/screens\/Tracking\.tsx/,
    /The shell routes to every screen of tracking/,
  ])
    assert.match(stdout, finding);
});

test('It is taken away without a trace', async () => {
  await pnpm('new-remote', '--remove', 'tracking');
  assert.equal(await git('status', '--porcelain'), '');
});

/** Adds a remote, releases it with the shell, and opens it. Returns how long that took, in seconds. */
async function addAndRelease(name: string, path: string, ...options: string[]) {
  await using releases = await ReleasesFolder.copy();
  await using gateway = await startGateway(releases.path);
  const began = performance.now();
  await pnpm('new-remote', name, path);
  const added = secondsSince(began);
  const printed = await pnpm('release', 'shell', name, '--releases', releases.path, ...options);
  const released = secondsSince(began);
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  await expectShown(gateway.url + path, { role: 'heading', name: title });
  const all = secondsSince(began);
  const at = (line: string) => {
    const times = [...printed.matchAll(new RegExp(`^ *([\\d.]+) s {2}${line}`, 'gm'))];
    return Number(times.at(-1)?.[1] ?? 0);
  };
  const building = at('Built') - at('Checking the types');
  const tested = at('Smoke test') - at('Opening the screens');
  const ours = all - building - tested;
  console.log(printed);
  console.log(
    `${name}: ${all.toFixed(1)} s, of which ${building.toFixed(1)} s building, ${tested.toFixed(1)} s the smoke test,`,
    `${ours.toFixed(1)} s ours (${added.toFixed(1)} s new-remote, ${(all - released).toFixed(1)} s the first visit)`,
  );
  return { all, ours };
}

async function expectShown(
  address: string,
  { role, name }: { role: 'heading' | 'link'; name: string } = heading,
): Promise<void> {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByRole('main').getByRole(role, { name, exact: true }).waitFor();
  await browser.close();
}

/** The versions that the other remotes would be released with, from a process of its own. */
async function otherVersions(): Promise<string> {
  const module = JSON.stringify(join(folder, 'platform/build/src/release-version.ts'));
  const folders = JSON.stringify(apps.slice(1).map((app) => join(folder, app.folder)));
  const program = `const { releaseVersion } = await import(${module});
    for (const folder of ${folders}) console.log(folder, await releaseVersion(folder));`;
  return (await run(process.execPath, ['--eval', program], { cwd: folder })).stdout;
}

async function check(): Promise<{ stdout: string; code: number }> {
  return pnpmRun('check').then(
    ({ stdout }) => ({ stdout, code: 0 }),
    ({ stdout, code }: { stdout: string; code: number }) => ({ stdout, code }),
  );
}

async function edit(file: string, change: (source: string) => string): Promise<void> {
  const path = join(folder, file);
  const source = await readFile(path, 'utf8');
  assert.notEqual(change(source), source);
  await writeFile(path, change(source));
}

/** Runs a command of pnpm in the copy, and returns what it printed. */
async function pnpm(...parameters: string[]): Promise<string> {
  return (await pnpmRun(...parameters)).stdout;
}

function pnpmRun(...parameters: string[]) {
  const env = {
    ...process.env,
    ...siteKeys(),
    NODE_TEST_CONTEXT: undefined,
    KARGO_DATA_DIR: join(folder, '.kargo'),
  };
  // That of `pnpm proof`: npx would take longer than the commands.
  const program = process.env.npm_execpath ?? 'pnpm';
  return run(program, parameters, { cwd: folder, env, maxBuffer: 100_000_000 });
}

async function git(...parameters: string[]): Promise<string> {
  return (await run('git', parameters, { cwd: folder })).stdout;
}

const secondsSince = (began: number) => (performance.now() - began) / 1000;
