import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '@kargo/commands/settings';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { launchBrowser } from '@kargo/smoke-test/browser/find-browser';
import { editableCheckout } from 'e2e/support/checkout';
import { planContainerSite } from './containers/container-site.ts';
import { findEngine, notRun } from './containers/engine.ts';
import { hasRegistry } from './containers/node-image.ts';
import { eventually } from './support/eventually.ts';

// `pnpm proof containers` builds all images with Docker or podman, starts the local profile of
// docker-compose.yml from nothing, and tries from outside: core journeys, a new release in an open
// page, killed servers, `down` and `up`. Removes all that it made. Exits with 77 without an engine.

const servers = ['api', 'gateway', 'postgres', 'storage'];
const engine = await findEngine();
if (!engine) {
  console.error('There is no container engine: install Docker, or podman and docker-compose.');
  process.exit(notRun);
}
console.log(engine.versions);
const isOnline = await hasRegistry();
const files = [
  'docker-compose.yml',
  ...(isOnline ? [] : ['tests/long/containers/stand-ins.yml']),
  'tests/long/containers/for-tests.yml',
];
const site = await planContainerSite(engine, files);
Object.assign(process.env, site.environment);
const { SITE_URL: siteUrl = '' } = site.environment;
/** It reads the environment when it loads. */
const { addSavingDriver } = await import('./support/saving-driver.ts');

try {
  await step('All images were built', () => site.build());
  await step('The site came up from nothing', up);
  await step('The core journeys passed from outside', runCoreJourneys);
  await step('A new release was live in an open page, and the old one again', changeRelease);
  for (const service of servers) {
    await step(`${service} was killed and came back, nothing was lost`, () =>
      keep(() => site.kill(service)),
    );
  }
  await step('After down and up the data was there', () =>
    keep(() => site.compose(['down']).then(up)),
  );
} finally {
  await site.remove();
}
engine[Symbol.dispose]();
process.exit(0);

/** Runs a part of the proof and prints how long it took. */
async function step(name: string, work: () => void | Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  console.log(`✓ ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}

/** Browser journeys at the site named in the environment, one of them without a remote. */
function runCoreJourneys(): void {
  const names =
    'visiting|signing-in|editing-the-profile|payouts|magic-link|ending-a-session|without-the-remote';
  const words = ['node_modules/@playwright/test/cli.js', 'test', '--project=journeys', names];
  execFileSync(process.execPath, words, { cwd: join(root, 'tests/e2e'), stdio: 'inherit' });
}

async function up(): Promise<void> {
  await site.compose(['up', '--no-build', '--detach', '--wait', '--wait-timeout', '300']);
  await untilBack();
}

async function changeRelease(): Promise<void> {
  const heading = ['Setup Complete!', 'Setup Complete, at last!'] as const;
  await using checkout = await editableCheckout();
  const browser = await launchBrowser();
  const page = await browser.newPage({ baseURL: siteUrl });
  const see = (text: string) => page.getByRole('heading', { name: text, exact: true }).waitFor();
  await page.goto('/stripe-success');
  await see(heading[0]);
  await page.evaluate('window.isSamePage = true');
  for (const [from, to] of [heading, heading.toReversed() as [string, string]]) {
    await checkout.edit('remote-profile/src/screens/StripeSuccess.tsx', from, to);
    await site.build(['remote-profile'], checkout.folder);
    await site.compose(['up', '--no-build', '--no-deps', '--force-recreate', 'remote-profile']);
    // Gateways look for the log's next entry every second.
    await wait(2000);
    await page.getByRole('button', { name: 'Back To Home' }).click();
    // The old screen stays until the next one shows.
    await page.locator('[data-remote=marketing] h1').waitFor();
    await page.goBack();
    await see(to);
  }
  if (!(await page.evaluate('window.isSamePage'))) throw new Error('The page was loaded anew.');
  await browser.close();
}

/** Waits until the site answers a page and a call again. */
function untilBack(): Promise<void> {
  return eventually(async () => {
    const page = await fetch(siteUrl);
    const call = await fetch(siteUrl + apiBasePath + apiPaths.verify());
    if (!page.ok || call.status !== 401) throw new Error('The site is not back.');
  });
}

/** Throws unless a driver's changes survive. */
async function keep(work: () => Promise<unknown>): Promise<void> {
  const problems: string[] = [];
  const driver = await addSavingDriver(problems);
  await driver.save('Nell Kept');
  await work();
  await untilBack();
  await driver.check();
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
