import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '@kargo/shared-types/page/paths';
import { findBrowser, launchOptions } from '@kargo/smoke-test/browser/find-browser';
import { chromium } from '@playwright/test';
import type { Checkout } from 'e2e/development/checkout';
import { freePort } from 'local-services/free-port';
import { median } from './median.ts';
import { progress } from './progress.ts';

interface RunningSite extends AsyncDisposable {
  url: string;
  /** Time from the command until the site responds, in ms. */
  ms: number;
}

/** `pnpm start` in the checkout, with up-to-date releases, so that nothing has to be built. */
export async function startToReady(checkout: Checkout, data: string): Promise<RunningSite> {
  progress('Starting the site');
  return run(checkout, 'scripts/start.ts', data);
}

/** The time until `pnpm dev` shows an edited heading, in ms: the median of this many edits. */
export async function editToScreen(
  checkout: Checkout,
  data: string,
  times: number,
): Promise<number> {
  progress('Editing a heading under pnpm dev');
  await using site = await run(checkout, 'scripts/dev.ts', data);
  const browser = await chromium.launch(launchOptions(await findBrowser()));
  const page = await browser.newPage();
  await page.goto(site.url + paths.about());
  const durations: number[] = [];
  for (let edit = 1; edit <= times; edit += 1) {
    const [before, after] = [
      `About Page${' again'.repeat(edit - 1)}`,
      `About Page${' again'.repeat(edit)}`,
    ];
    await page.getByRole('heading', { name: before, exact: true }).waitFor({ timeout: 120_000 });
    const started = performance.now();
    await checkout.edit('remote-marketing/src/about/Head.tsx', before, after);
    await page.getByRole('heading', { name: after, exact: true }).waitFor();
    durations.push(performance.now() - started);
  }
  await browser.close();
  return median(durations);
}

async function run(checkout: Checkout, script: string, data: string): Promise<RunningSite> {
  const folder = join(checkout.folder, '.kargo', script);
  await cp(join(data, 'releases'), join(folder, 'releases'), { recursive: true });
  const firstPort = await freePort(11);
  const names = [
    'PORT',
    'API_PORT',
    'MAIL_PORT',
    'SMTP_PORT',
    'AUTH_PORT',
    'DATABASE_PORT',
    'STRIPE_PORT',
    'DEV_PORT',
  ];
  const ports = names.map((name, index) => [`KARGO_${name}`, `${firstPort + index}`]);
  const url = `http://localhost:${firstPort}`;
  const { PATH, HOME, PUBLISHERS, PUBLISHER_KEY } = process.env;
  const started = performance.now();
  const child = fork(join(checkout.folder, script), {
    cwd: checkout.folder,
    env: {
      ...{ PATH, HOME, PUBLISHERS, PUBLISHER_KEY },
      ...Object.fromEntries(ports),
      KARGO_DATA_DIR: folder,
      KARGO_SITE_URL: url,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await ready(child);
  return {
    url,
    ms: performance.now() - started,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The site ended with ${code}`);
  });
  await Promise.race([once(child, 'message'), ended]);
}
