import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { root } from '@kargo/commands/settings';
import { newPublisherKey, publicPart } from '@kargo/release-log/rules/release-signature';
import { launchBrowser } from '@kargo/smoke-test/browser/find-browser';
import { type Gateway, startGateway } from '@kargo/smoke-test/start-gateway';
import { ReleasesFolder } from 'e2e/support/releases-folder';
import { sitePublishers, siteUrl } from 'e2e/support/site';
import { releaseRoute, startTeamMachine } from 'e2e/support/team-machine';
import { freePort } from 'local-services/free-port';
import { publint } from 'publint';
import { parse } from 'yaml';

// `pnpm proof new-team`: in an empty folder, a team makes a remote with only npm and packed
// packages, tests it, runs it alone and inside the site, and releases it with its own key. If its
// machine lacks something, one sentence says so.

const run = promisify(execFile);
const parts = new AsyncDisposableStack();
const machine = parts.use(await startTeamMachine());
const repository = join(machine.folder, 'remote-tracking');
const screen = 'src/screens/Tracking.tsx';

const teamKey = await newPublisherKey('tracking-team', ['tracking']);
const { log, keys } = sitePublishers();
const publishers = JSON.stringify({ log, keys: [...keys, publicPart(teamKey)] });

/** The variables with which the team releases. */
const publisher = { PUBLISHERS: publishers, PUBLISHER_KEY: JSON.stringify(teamKey) };

let releases: ReleasesFolder;
let site: Gateway;

before(async () => {
  releases = parts.use(await ReleasesFolder.copy());
  site = parts.use(await startGateway({ releases: releases.path, publishers, apiUrl: siteUrl }));
  await mkdir(repository);
});

after(() => parts.disposeAsync());

test('The packed packages are quiet in publint and Are the types wrong', async () => {
  for (const file of machine.packages) {
    const tarball = await (await openAsBlob(file)).arrayBuffer();
    // Suggestions count too; publint's own command only prints them.
    assert.deepEqual((await publint({ pack: { tarball } })).messages, [], file);
    // They are modules for Node 24 and bundlers; nobody can `require` them.
    const attw = join(root, 'node_modules/.bin/attw');
    await run(attw, [file, '--profile', 'esm-only', '--format', 'ascii']);
  }
});

test('An empty folder becomes a repository with a remote', async () => {
  const refused = npm(['create', '--yes', '@kargo/remote', 'Tracking', '/track']);
  assert.deepEqual(await sentences(refused), [
    'The name has up to 20 lowercase letters and digits, such as tracking, not "Tracking".',
  ]);
  await npm(['create', '--yes', '@kargo/remote', 'tracking', '/track']);
  await npm(['install']);
  await run('git', ['add', '--all'], { cwd: repository });
  const { stdout } = await run('git', ['status', '--short'], { cwd: repository });
  assert.match(stdout, /package-lock\.json/);
  assert.doesNotMatch(stdout, /node_modules/);
});

test('Each step of its hosted workflow passes, without a network once its packages are installed', async () => {
  const workflow = await readFile(join(repository, '.github/workflows/ci.yml'), 'utf8');
  const steps: { run?: string }[] = parse(workflow).jobs.check.steps;
  // The first step is for registries that require a token.
  const commands = steps.flatMap(({ run }) => run ?? []).slice(1);
  assert.deepEqual(commands, ['npm ci', 'npm run types', 'npm test', 'npm run build']);
  await npm(['ci']);
  for (const command of commands.slice(1)) await npm(command.split(' ').slice(1), offline);
});

test('It runs alone, and is listed at /', async () => {
  await using served = await serve(['start']);
  await expectShown(`${served.url}/Tracking`, 'Tracking');
});

test('It is part of the site before a route leads to it', async () => {
  const stdout = await release();
  assert.match(stdout, /The API of \S+ has what tracking \S+ needs/);
  assert.match(stdout, /No screen with a route has changed/);
  await releaseRoute('/track', releases, { env: { PUBLISHERS: publishers } });
});

test('A change is shown inside the deployed site, before anybody else sees it', async () => {
  await edit(screen, '        Tracking\n', '        Where is my parcel?\n');
  await edit('src/screens/Tracking.test.tsx', "name: 'Tracking'", "name: 'Where is my parcel?'");
  await using served = await serve(['run', 'inside', '--', '--site', site.url]);
  await expectShown(`${served.url}/track`, 'Where is my parcel?');
  await expectShown(`${site.url}/track`, 'Tracking');
});

test('With nothing but npm, its key and the site, its screens are opened and it goes live', async () => {
  await npm(['test']);
  const stdout = await release(offline);
  assert.match(stdout, /Screens opened: 1 in /);
  assert.match(stdout, /What looks different: file:/);
  assert.match(stdout, /tracking 0\.1\.0-\w+ is current; fallbacks: 0\.1\.0-\w+/);
  await expectShown(`${site.url}/track`, 'Where is my parcel?');
  const listed = await npm(['run', 'releases'], { ...publisher, RELEASES: releases.path });
  assert.match(listed, /^tracking .*Tracking team .*tracking-team .*screens opened: 1/m);
});

test('It goes back as quickly', async () => {
  await npm(['run', 'back', '--', '--releases', releases.path], publisher);
  await expectShown(`${site.url}/track`, 'Tracking');
});

test('Without a browser it is not released', async () => {
  await edit(screen, 'Where is my parcel?', 'Where is it?');
  const [sentence] = await sentences(release({ BROWSER_PATH: '/nowhere' }));
  assert.equal(
    sentence,
    'The screens could not be opened: No browser starts: install one (on Debian: sudo apt-get install chromium), or set BROWSER_PATH to a Chrome, Chromium or Edge.',
  );
});

test('A store that does not answer is named', async () => {
  const bucket = ['run', 'release', '--', '--releases', 's3://kargo'];
  const away = npm(bucket, {
    ...publisher,
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
  assert.deepEqual(await sentences(away), ['s3://kargo: connect ECONNREFUSED 127.0.0.1:9']);
});

/** Variables that keep a program on this machine. */
const offline = {
  npm_config_registry: 'http://127.0.0.1:9',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: 'localhost,127.0.0.1',
};

const npm = (parameters: string[], env?: NodeJS.ProcessEnv) =>
  machine.npm(repository, parameters, env);

/** Returns the errors of a command that fails, without npm's own lines. */
async function sentences(command: Promise<string>): Promise<string[]> {
  const { stderr } = await command.then(
    () => assert.fail('It passed.'),
    (ended: { stderr: string }) => ended,
  );
  return stderr.split('\n').filter((line) => line !== '' && !/^npm (error|warn|notice)/.test(line));
}

const release = (env: NodeJS.ProcessEnv = {}) =>
  npm(['run', 'release', '--', '--at-once', '--site', site.url], {
    ...publisher,
    RELEASES: releases.path,
    ...env,
  });

async function edit(file: string, from: string, to: string): Promise<void> {
  const path = join(repository, file);
  const source = await readFile(path, 'utf8');
  assert.ok(source.includes(from), `${file} has no ${from}`);
  await writeFile(path, source.replace(from, to));
}

/** Runs a development server of the repository; disposing of it stops the server. */
async function serve(parameters: string[]): Promise<AsyncDisposable & { url: string }> {
  const port = await freePort(2);
  const url = `http://localhost:${port + 1}`;
  const env = { KARGO_DEV_PORT: `${port}`, KARGO_SITE_URL: siteUrl };
  return { url, ...(await machine.serve(repository, parameters, url, env)) };
}

async function expectShown(address: string, name: string): Promise<void> {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByRole('main').getByRole('heading', { name, exact: true }).waitFor();
  await browser.close();
}
