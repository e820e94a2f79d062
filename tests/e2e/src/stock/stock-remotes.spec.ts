import { cp, mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LoggedRelease } from '@kargo/release-log/log/app-record';
import { currentRelease } from '@kargo/release-log/log/served-releases';
import type { Page, Response } from '@playwright/test';
import { freePort } from 'local-services/free-port';
import { type Fault, gone, hanging, isEntry, isScreen, tampered } from '../faults/faults.ts';
import { startGateway } from '../faults/gateway.ts';
import { type Case, visit } from '../faults/visit.ts';
import { type Destination, header } from '../faults/ways-in.ts';
import { expect, sendLogin, test } from '../support/journey.ts';
import { versionsOf } from '../support/published-release.ts';
import { ReleasesFolder } from '../support/releases-folder.ts';
import { personalMessage } from '../support/reports.ts';
import { authUrl, siteKeys, siteUrl } from '../support/site.ts';
import { releaseRoute, startTeamMachine, type TeamMachine } from '../support/team-machine.ts';

// `pnpm proof stock-remotes`: with only npm, a team makes a remote for each bundler, builds it with
// its own configuration, and releases it. Visitors see it under the site's whole policy.

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
let machine: TeamMachine;
/** The remote's folder by bundler. */
const repositories = new Map<string, string>();
/** The shell here has a route and a link to the remote. */
let releases: ReleasesFolder;
/** The same, with a release by each bundler. */
let all: ReleasesFolder;
const released = new Map<Bundler, LoggedRelease>();

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  // It packs and installs packages.
  test.setTimeout(1_800_000);
  machine = parts.use(await startTeamMachine());
  for (const bundler of bundlers) {
    await create(bundler, `Tracking by ${bundler}`);
    await npm(bundler, ['install']);
    await npm(bundler, ['run', 'build']);
  }
  releases = parts.use(await ReleasesFolder.copy());
  // Only with a release can a route lead to it.
  await release('webpack', releases, '--without-browser');
  await releaseRoute(address, releases, {
    // It replaces another link, as the header has no room for one more.
    edit: ({ edit }) =>
      edit(
        'shell/src/layout/header/Navigation.tsx',
        /\{ text: 'About Us', .*? \}/,
        `{ text: 'Tracking', path: '${address}' }`,
      ),
  });
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
    // These times do not include installing its packages.
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

/** Our own remotes' faults; code that throws is planted otherwise, since the bytes differ. */
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

/** Vite builds modules; browsers say only that one is missing or refused, and never retry it. */
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
        // One failing visit does not prevent the others.
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
    // The page may load while it is built.
    consoleErrors.allow(/./);
    await using gateway = await startGateway(releases.path);
    await create(bundler, 'Before');
    const port = await freePort(2);
    const url = `http://localhost:${port + 1}`;
    const command = ['run', 'inside', '--', '--site', gateway.url];
    await using _server = await serve(bundler, command, url, { KARGO_DEV_PORT: `${port}` });
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
  // It has no icon and none of the site's fonts.
  consoleErrors.allow(/favicon/);
  const host = join(machine.folder, 'another-site');
  await cp(join(import.meta.dirname, 'host'), host, { recursive: true });
  repositories.set('host', host);
  await npm('host', ['install']);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings = { KARGO_SITE: siteUrl, AUTH_URL: authUrl };
  await using _server = await serve('host', ['start', '--', '--port', `${port}`], url, settings);
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

/** A store with a release by one bundler, and one by another as its fallback. */
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

/** A site whose releases have a fault from their build; undefined if it is on the network. */
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

/** Whether a script contains React itself, whose internals all others use. */
const makesReact = (script: string) => /\.__CLIENT_INTERNALS_DO_NOT\w+\s*=[^=]/.test(script);

/** Returns the violations of policies, and adds later ones. */
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

/** Makes the remote anew with this heading, and moves its installed packages there. */
async function create(bundler: string, heading = 'Tracking'): Promise<void> {
  const before = repositories.get(bundler);
  const repository = join(await mkdtemp(join(machine.folder, bundler)), 'remote-tracking');
  await mkdir(repository);
  repositories.set(bundler, repository);
  await npm(bundler, ['create', '--yes', '@kargo/remote', 'tracking', '--', '--bundler', bundler]);
  const screen = screenOf(bundler);
  const source = await readFile(screen, 'utf8');
  await writeFile(screen, source.replace('>Tracking<', `>${heading}<`));
  for (const installed of before ? ['node_modules', 'package-lock.json'] : [])
    await rename(join(before ?? '', installed), join(repository, installed));
}

const npm = (bundler: string, parameters: string[], env?: NodeJS.ProcessEnv) =>
  machine.npm(repositories.get(bundler) ?? '', parameters, env);

const serve = (bundler: string, parameters: string[], url: string, env: NodeJS.ProcessEnv) =>
  machine.serve(repositories.get(bundler) ?? '', parameters, url, env);

const release = (bundler: string, { path }: ReleasesFolder, ...options: string[]) =>
  npm(bundler, ['run', 'release', '--', '--at-once', ...options], {
    ...siteKeys(),
    RELEASES: path,
  });

async function seconds(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}
