import { globSync, readlinkSync } from 'node:fs';
import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { pageWithoutRemote, remotes, type TestedRemote } from '../faults/ways-in.ts';
import { type Checkout, editableCheckout } from '../support/checkout.ts';
import { drivers } from '../support/drivers.ts';
import { test as base, expect, signIn } from '../support/journey.ts';
import { alone, devSite, insideSite } from './dev-commands.ts';

// Hot reload in each way of running an app from sources (docs/a-teams-day.md).

/** A heading of an app, the source file with it, and the one that styles it. */
interface Place {
  path: string;
  heading: string;
  file: string;
  styles: [file: string, text: string];
}

const shell: Place = {
  path: pageWithoutRemote,
  heading: "This address isn't on our route",
  file: 'shell/src/NotFound.tsx',
  styles: ['shell/src/Interruption.tsx', "textStyle: 'h1'"],
};
const places: Record<TestedRemote, Place & { screen: string }> = {
  marketing: {
    path: paths.about(),
    screen: 'About',
    heading: 'About Page',
    file: 'remote-marketing/src/about/Head.tsx',
    styles: ['remote-marketing/src/about/Head.tsx', "textStyle: 'hero'"],
  },
  auth: {
    path: paths.login(),
    screen: 'Login',
    heading: 'Welcome back.',
    file: 'remote-auth/src/screens/Login.tsx',
    styles: ['remote-auth/src/screens/Login.tsx', "maxW: 'form'"],
  },
  profile: {
    path: paths.profile(),
    screen: 'Profile',
    heading: 'Profile Information',
    file: 'remote-profile/src/profile-page/sections.ts',
    styles: ['remote-profile/src/profile-page/Section.tsx', "textStyle: 'h3'"],
  },
};

const test = base.extend<{ checkout: Checkout }>({
  checkout: async ({}, use) => {
    await using checkout = await editableCheckout();
    await use(checkout);
  },
});

test.describe.configure({ timeout: 600_000 });

test('`pnpm dev --only auth` takes the other remotes from their releases', async ({
  browser,
  checkout,
}) => {
  await using site = await devSite(checkout, '--only', 'auth');
  await using context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await page.goto(places.marketing.path);
  await expect(page.getByRole('heading', { name: places.marketing.heading })).toBeVisible();
  expect(await releaseOf(page, 'marketing')).toMatch(/^\d+\.\d+\.\d+-/);
  await page.goto(places.auth.path);
  await expectHotReload(page, places.auth, checkout);
  expect(await releaseOf(page, 'auth')).toBe('dev');

  await checkout.edit('remote-auth/src/screens.ts', 'Log in – Kargo', 'Edited – Kargo');
  await expect(async () => {
    await page.goto(places.marketing.path);
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveTitle('Edited – Kargo for drivers', { timeout: 2000 });
  }).toPass();
  await page.reload();
  await expect(page).toHaveTitle('Edited – Kargo for drivers');
});

test('`pnpm dev` shows an edit in any app without a reload', async ({ browser, checkout }) => {
  await using site = await devSite(checkout);
  await using context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  for (const place of [shell, places.marketing, places.auth]) {
    await page.goto(place.path);
    await expectHotReload(page, place, checkout);
  }
  await page.goto('/');
  await signIn(page, drivers.form);
  await expect(page).toHaveURL('/');
  await page.goto(places.profile.path);
  await expectHotReload(page, places.profile, checkout);
});

test('`pnpm inside marketing` shows an edit inside a deployed site, and leaves nothing running', async ({
  browser,
  checkout,
}) => {
  {
    await using served = await insideSite(checkout, 'marketing');
    await using context = await browser.newContext({ baseURL: served.url });
    const page = await context.newPage();
    const { path, heading, file } = places.marketing;
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.getByTestId('site-header')).toBeVisible();
    await checkout.edit(file, heading, 'Edited here');
    const edited = page.getByRole('heading', { name: 'Edited here' });
    await expect(async () => {
      await page.reload();
      await expect(edited).toBeVisible({ timeout: 5000 });
    }).toPass({ timeout: 300_000 });
  }
  await expect.poll(() => processesIn(checkout.folder)).toEqual([]);
});

/** Returns the processes that run in a folder, where there is `/proc`. */
const processesIn = (folder: string) =>
  globSync('/proc/[0-9]*/cwd').filter((link) => {
    try {
      return readlinkSync(link).startsWith(folder);
    } catch {
      return false;
    }
  });

for (const remote of remotes) {
  test(`remote-${remote} runs alone, and shows an edit without a reload`, async ({
    browser,
    checkout,
  }) => {
    await using served = await alone(checkout, remote);
    await using context = await browser.newContext({ baseURL: served.url });
    const page = await context.newPage();
    await page.goto(`/${places[remote].screen}`);
    if (remote === 'profile') {
      await page.getByRole('button', { name: 'Sign in as a sample driver' }).click();
    }
    await expectHotReload(page, places[remote], checkout);
  });
}

async function expectHotReload(
  page: Page,
  { heading, file, styles: [stylesFile, text] }: Place,
  checkout: Checkout,
): Promise<void> {
  const edited = page.getByRole('heading', { name: `${heading} Edited` });
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await checkout.edit(file, heading, `${heading} Edited`);
  await expect(edited).toBeVisible();
  await checkout.edit(stylesFile, text, `${text}, color: 'rgb(1, 2, 3)'`);
  await expect(edited).toHaveCSS('color', 'rgb(1, 2, 3)');
  expect(await page.evaluate(() => 'isSamePage' in window), 'without a reload').toBe(true);
}

function releaseOf(page: Page, remote: TestedRemote): Promise<string | null> {
  return page.locator(`[data-remote=${remote}]`).getAttribute('data-release');
}
