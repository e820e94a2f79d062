import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { LoggedRelease } from '@kargo/release-log/log/app-record';
import { currentRelease } from '@kargo/release-log/log/served-releases';
import type { Page, Response } from '@playwright/test';
import { freePort } from 'local-services/free-port';
import { type Fault, gone, hanging, isEntry, isScreen, tampered } from '../faults/faults.ts';
import { startGateway } from '../faults/gateway.ts';
import { ReleasesFolder } from '../faults/releases-folder.ts';
import { type Case, visit } from '../faults/visit.ts';
import { type Destination, header } from '../faults/ways-in.ts';
import { editableCheckout } from '../support/checkout.ts';
import { expect, sendLogin, test } from '../support/journey.ts';
import { startRegistry } from '../support/package-registry.ts';
import { versionsOf } from '../support/published-release.ts';
import { personalMessage } from '../support/reports.ts';
import { runScript } from '../support/run-script.ts';
import { authUrl, root, siteKeys, siteUrl } from '../support/site.ts';

// `pnpm proof stock-remotes`: with npm alone, a team makes a remote for each bundler, builds it with that bundler's own
// configuration, and brings it to visitors. They see it under the site's whole policy.

const bundlers = ['webpack', 'rspack', 'rsbuild', 'vite'] as const;
type Bundler = (typeof bundlers)[number];
const address = '/tracking';
const destination: Destination = {
  path: address,
  needsSession: false,
  hasLayout: true,
  follow: (page) => header(page).getByRole('link', { name: 'Tracking' }).click(),
};

const parts = new AsyncDisposableStack();
let folder: string;
/** The folder of the remote, by bundler. */
const repositories = new Map<string, string>();
/** Its shell has a route to the remote, and a link. */
let releases: ReleasesFolder;
/** The same, with a release of each bundler. */
let all: ReleasesFolder;
const released = new Map<Bundler, LoggedRelease>();

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  // Packages are packed and installed.
  test.setTimeout(1_800_000);
  folder = await mkdtemp(join(tmpdir(), 'kargo-stock-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const packed = join(folder, 'packages');
  await runScript([join(root, 'platform/releases/pack/pack.ts'), packed]);
  const packages = (await readdir(packed)).map((name) => join(packed, name));
  const registry = parts.use(await startRegistry(packages));
  await writeFile(join(folder, 'npmrc'), `@kargo:registry=${registry.url}\n`);
  for (const bundler of bundlers) {
    await create(bundler, `Tracking by ${bundler}`);
    await npm(bundler, ['install']);
    await npm(bundler, ['run', 'build']);
  }
  releases = parts.use(await ReleasesFolder.copy());
  // Only with a release can a route lead to it.
  await release('webpack', releases, '--without-browser');
  await routeToIt();
  all = parts.use(await ReleasesFolder.copy(releases.path));
  for (const bundler of bundlers) {
    await all.publish(join(repositories.get(bundler) ?? '', 'dist'));
    const current = currentRelease(await all.log(), 'tracking');
    if (current) released.set(bundler, current);
  }
});

test.afterAll(() => parts.disposeAsync());

for (const bundler of bundlers) {
  test(`A remote of ${bundler} is made, judged, live, and part of the site`, async ({
    signedInPage: page,
  }) => {
    test.setTimeout(600_000);
    await using store = await ReleasesFolder.copy(releases.path);
    await using gateway = await startGateway(store.path);
    const title = `Made by ${bundler}`;
    // Its packages are installed already; this is timed as if they were.
    const created = await seconds(() => create(bundler, title));
    const built = await seconds(() => npm(bundler, ['run', 'build']));
    const live = await seconds(() => release(bundler, store, '--site', gateway.url));

    const scripts: Response[] = [];
    page.on('response', (it) => it.request().resourceType() === 'script' && scripts.push(it));
    const violations = await violationsIn(page);
    await page.goto(gateway.url + address);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('You are signed in.')).toBeVisible();
    await expect(page.locator('.tracking')).toHaveCSS('padding-top', '128px');
    const reacts = (await Promise.all(scripts.map((it) => it.text()))).filter(makesReact).length;
    console.log(
      `${bundler}: ${(created + built + live).toFixed(1)} s to live (made ${created.toFixed(1)}, built ${built.toFixed(1)}, judged ${live.toFixed(1)}), ${violations.length} violations, ${reacts} React, signed in`,
    );
    expect(violations).toEqual([]);
    expect(reacts).toBe(1);
  });
}

const throwing = `throw new Error(${JSON.stringify(personalMessage)});`;
const thrown = (text: string) => throwing + text;

/** As of our own remotes, whose bytes differ, and with them what makes them throw. */
const faults: Fault[] = [
  ...Object.entries({ 'the entry': isEntry, 'a chunk': isScreen }).flatMap(([what, concerns]) => [
    { ...gone, title: `${what} is missing`, concerns },
    { ...hanging, title: `${what} hangs`, concerns },
    { title: `${what} was changed`, report: 'script-failed' as const, concerns, answer: tampered },
    { title: `${what} throws`, report: 'screen-threw' as const, concerns, build: thrown },
  ]),
  {
    title: 'its screen throws while rendering',
    report: 'screen-threw',
    build: (text) => text.replace(/(["'`])Tracking by \w+\1/, `(()=>{${throwing}})()`),
  },
];

/** Vite builds modules. Browsers say only that one did not arrive or was refused, and run none again in the same page. */
function reportOf({ report, answer, concerns }: Fault, version: string) {
  if (releaseOf('vite').version !== version || !concerns) return report;
  return answer && answer !== hanging.answer ? 'script-failed' : 'gave-way';
}

for (const bundler of bundlers) {
  test(`Where a release of ${bundler} fails, one of another bundler takes its place, or a message`, async ({
    browser,
    session: { token },
  }) => {
    test.setTimeout(1_800_000);
    const others = bundlers.filter((it) => it !== bundler);
    for (const [index, fault] of faults.entries()) {
      const before = others[index % others.length] ?? bundler;
      await using releases = await storeOf(bundler, before);
      await using gateway = await startGateway(releases.path, { isPatient: false });
      for (const broken of ['current', 'all'] as const) {
        const failing = broken === 'all' ? [bundler, before] : [bundler];
        await using faulty = await builtWith(fault, releases, failing);
        const site = { browser, site: gateway.url, faultySite: faulty?.url, token };
        const wayIn = (index + failing.length) % 2 ? 'first load' : 'in-app navigation';
        const each: Case = {
          fault,
          remote: 'tracking',
          destination,
          wayIn,
          broken,
          reportOf: (version) => reportOf(fault, version),
          reloads: bundler === 'vite',
        };
        // The others are visited all the same.
        const shown = await visit(site, each).then(({ shown }) => shown, String);
        const expected = broken === 'current' ? 'last good release' : 'unavailable';
        expect.soft(shown, `${fault.title}, ${wayIn}, ${broken}, ${before}`).toBe(expected);
      }
    }
  });
}

test('A page that stays open shows the release of one bundler after that of another', async ({
  page,
}) => {
  test.setTimeout(600_000);
  await using store = await storeOf('webpack', 'vite');
  await using gateway = await startGateway(store.path);
  await page.goto(gateway.url + address);
  for (const bundler of [...bundlers.slice(1), ...bundlers]) {
    await store.record('tracking', releaseOf(bundler));
    const current = async () => (await versionsOf(gateway.url, 'tracking')).current;
    await expect.poll(current).toBe(releaseOf(bundler).version);
    await header(page).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Tracking');
    await destination.follow(page);
    await expect(page.getByRole('heading', { name: `Tracking by ${bundler}` })).toBeVisible();
  }
});

for (const bundler of bundlers) {
  test(`An edit of a remote of ${bundler} is shown inside a deployed site after a reload`, async ({
    page,
    consoleErrors,
  }) => {
    test.setTimeout(600_000);
    // Of a page that is loaded while it is built.
    consoleErrors.allow(/./);
    await using gateway = await startGateway(releases.path);
    await create(bundler, 'Before');
    const port = await freePort(2);
    const url = `http://localhost:${port + 1}`;
    const command = ['run', 'inside', '--', '--site', gateway.url];
    await using _server = await serve(bundler, command, { KARGO_DEV_PORT: `${port}` }, url);
    const violations = await violationsIn(page);
    await page.goto(url + address);
    await expect(page.getByRole('heading', { level: 1, name: 'Before' })).toBeVisible();
    await expect(page.locator('.tracking')).toHaveCSS('padding-top', '128px');
    const screen = screenOf(bundler);
    await writeFile(screen, (await readFile(screen, 'utf8')).replace('Before', 'Edited'));
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edited', { timeout: 5000 });
    }).toPass({ timeout: 300_000 });
    expect(violations).toEqual([]);
  });
}

test('A host of another site shows About and login, and shares the session with them', async ({
  page,
  driver,
  consoleErrors,
}) => {
  test.setTimeout(600_000);
  // It has no icon, and no fonts of the site.
  consoleErrors.allow(/favicon/);
  const host = join(folder, 'another-site');
  await cp(join(import.meta.dirname, 'host'), host, { recursive: true });
  repositories.set('host', host);
  await npm('host', ['install']);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings = { KARGO_SITE: siteUrl, AUTH_URL: authUrl };
  await using _server = await serve('host', ['start', '--', '--port', `${port}`], settings, url);
  await page.goto(`${url}/company`);
  const heading = page.getByRole('heading', { name: 'About Page' });
  await expect(heading).toBeVisible();
  await expect(heading).toHaveCSS('font-family', /Bricolage/);
  await expect(page.getByText('The host sees no session.')).toBeVisible();
  await page.getByRole('link', { name: '/enter' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible();
  await sendLogin(page, driver);
  await expect(page.getByText('The host sees a session.')).toBeVisible();
});

/** A store with a release of one bundler, and behind it that of another. */
async function storeOf(current: Bundler, before: Bundler): Promise<ReleasesFolder> {
  const store = await ReleasesFolder.copy(all.path);
  await store.record('tracking', releaseOf(current), [releaseOf(before)]);
  return store;
}

function releaseOf(bundler: Bundler): LoggedRelease {
  const release = released.get(bundler);
  if (!release) throw new Error(`There is no release of ${bundler}`);
  return release;
}

/** A site whose releases were built with a fault; undefined if it happens on the way. */
async function builtWith(
  { build, concerns }: Fault,
  store: ReleasesFolder,
  failing: readonly Bundler[],
) {
  if (!build) return undefined;
  const parts = new AsyncDisposableStack();
  const copy = parts.use(await ReleasesFolder.copy(store.path));
  for (const { version } of failing.map(releaseOf)) {
    for (const file of Object.keys((await copy.release('tracking', version)).files ?? {})) {
      if (!/\.m?js$/.test(file) || concerns?.(basename(file)) === false) continue;
      const text = await readFile(join(copy.path, 'tracking', version, file), 'utf8');
      if (build(text) !== text) await copy.edit({ app: 'tracking', version }, file, build);
    }
  }
  const { url } = parts.use(await startGateway(copy.path));
  return { url, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** Whether a script has React itself, of which all others take the internals. */
const makesReact = (script: string) => /\.__CLIENT_INTERNALS_DO_NOT\w+\s*=[^=]/.test(script);

/** Returns the violations of policies, which are added as they happen. */
async function violationsIn(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('noteViolation', (it: string) => violations.push(it));
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      Object(window).noteViolation(`${violatedDirective}: ${blockedURI}`),
    ),
  );
  return violations;
}

const screenOf = (bundler: string) =>
  join(repositories.get(bundler) ?? '', 'src/screens/Tracking.jsx');

/** Makes the remote anew, with this heading. What is installed for it goes on to the new folder. */
async function create(bundler: string, heading = 'Tracking'): Promise<void> {
  const before = repositories.get(bundler);
  const repository = join(await mkdtemp(join(folder, bundler)), 'remote-tracking');
  await mkdir(repository);
  repositories.set(bundler, repository);
  await npm(bundler, ['create', '--yes', '@kargo/remote', 'tracking', '--', '--bundler', bundler]);
  const screen = screenOf(bundler);
  const source = await readFile(screen, 'utf8');
  await writeFile(screen, source.replace('>Tracking<', `>${heading}<`));
  for (const installed of before ? ['node_modules', 'package-lock.json'] : [])
    await rename(join(before ?? '', installed), join(repository, installed));
}

/** The environment of a team's machine, which has nothing of this checkout. */
function machine(): NodeJS.ProcessEnv {
  const notTheTeams = /^(KARGO_|PUBLISHER|NODE_OPTIONS|npm_)/;
  const own = Object.entries(process.env).filter(([name]) => !notTheTeams.test(name));
  return {
    ...Object.fromEntries(own),
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    npm_config_globalconfig: join(folder, 'npmrc'),
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
}

/** Runs npm as on a team's machine. */
async function npm(bundler: string, parameters: string[], env: NodeJS.ProcessEnv = {}) {
  const cwd = repositories.get(bundler);
  const options = { cwd, env: { ...machine(), ...env }, maxBuffer: 100_000_000 };
  await promisify(execFile)('npm', parameters, options);
}

/** Runs npm until it is disposed of, once this address is served. */
async function serve(
  bundler: string,
  parameters: string[],
  env: NodeJS.ProcessEnv,
  address: string,
): Promise<AsyncDisposable> {
  const cwd = repositories.get(bundler);
  // npm and the server that it starts are stopped together.
  const options = { cwd, env: { ...machine(), ...env }, stdio: 'ignore', detached: true } as const;
  const server = spawn('npm', parameters, options);
  const ended = once(server, 'exit');
  const isServed = () =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isServed, { timeout: 300_000 }).toBe(true);
  return {
    async [Symbol.asyncDispose]() {
      process.kill(-(server.pid ?? 0));
      await ended;
    },
  };
}

const release = (bundler: string, { path }: ReleasesFolder, ...options: string[]) =>
  npm(bundler, ['run', 'release', '--', '--at-once', ...options], {
    ...siteKeys(),
    RELEASES: path,
  });

/** Does what the team of the shell does: adds the route to its own checkout, with a link, and releases the shell. */
async function routeToIt(): Promise<void> {
  await using checkout = await editableCheckout();
  const route = `  { path: '${address}', name: 'Tracking', screen: 'tracking/Tracking', access: 'public' },\n];\n`;
  await checkout.edit('shell/src/routes.ts', '];\n', route);
  // In the place of another: for one more there is no room in the header.
  const link = `{ text: 'Tracking', path: '${address}' }`;
  await checkout.edit(
    'shell/src/layout/header/Navigation.tsx',
    /\{ text: 'About Us', .*? \}/,
    link,
  );
  const program = join(checkout.folder, 'platform/releases/commands/src/release.ts');
  await runScript(
    [program, 'shell', '--at-once', '--without-browser', '--releases', releases.path],
    {
      cwd: checkout.folder,
      env: { ...process.env, ...siteKeys() },
    },
  );
}

/** Returns how long something took. */
async function seconds(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}
