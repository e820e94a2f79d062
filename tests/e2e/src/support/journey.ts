import { paths } from '@kargo/shared-types/page/paths';
import { ConsoleErrors } from '@kargo/smoke-test/console-errors';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { addDriver } from './add-driver.ts';
import { ApiSession } from './api-session.ts';
import type { Driver } from './drivers.ts';
import { noteSignIns, untilTokenIsNew } from './identity-provider.ts';

interface Fixtures {
  /** The line's speed that the browser reports, in Mbit/s; on a fast one, pages load ahead. */
  downlink: number;
  /** Makes the journey fail on every unexpected error in the browser. */
  consoleErrors: ConsoleErrors;
  /** A driver for this journey alone, who has not set up anything yet. */
  driver: Driver;
  /** The driver's session at the API. */
  session: ApiSession;
  /** A page where the driver is signed in. */
  signedInPage: Page;
}

/** Makes the browser report this speed of the line, in Mbit/s, to a context's pages. */
export async function setDownlink(context: BrowserContext, downlink = 1): Promise<void> {
  await context.addInitScript(
    (downlink) => Object.defineProperty(navigator, 'connection', { value: { downlink } }),
    downlink,
  );
}

/** A journey through the site: a test that fails on errors in the browser. */
export const test = base.extend<Fixtures>({
  downlink: [1, { option: true }],

  context: async ({ context, downlink }, use) => {
    await setDownlink(context, downlink);
    noteSignIns(context);
    await use(context);
    // A page may still wait for a response when its journey ends.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },

  driver: async ({}, use) => use(await addDriver()),

  consoleErrors: [
    async ({ context }, use) => {
      const consoleErrors = new ConsoleErrors();
      await consoleErrors.watch(context);
      await use(consoleErrors);
      expect(consoleErrors.unexpected(), 'Errors in the browser').toEqual([]);
    },
    { auto: true },
  ],

  session: async ({ driver }, use) => use(await ApiSession.open(driver)),

  signedInPage: async ({ page, session }, use) => {
    await page.addInitScript((token) => {
      // Once per tab, since a journey may sign out.
      if (sessionStorage.getItem('signed-in') !== null) return;
      sessionStorage.setItem('signed-in', 'once');
      localStorage.setItem('kargo_web', JSON.stringify({ token }));
    }, session.token);
    await use(page);
  },
});

/** Stores a session in each page before its scripts run. */
export async function storeSession(page: Page, token: string): Promise<void> {
  await page.addInitScript(
    (session) => localStorage.setItem('kargo_web', session),
    JSON.stringify({ token }),
  );
}

/** The stored session as JSON, or null if nobody is signed in. */
export const storedSession = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('kargo_web'));

export async function signIn(page: Page, driver: Driver): Promise<void> {
  await page.goto(paths.login());
  await sendLogin(page, driver);
}

/** Fills in the login form of an open page and sends it. */
export async function sendLogin(page: Page, driver: Driver): Promise<void> {
  await page.getByLabel('Email').fill(driver.email);
  await page.getByLabel('Password', { exact: true }).fill(driver.password);
  await untilTokenIsNew(driver);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

export { expect };
