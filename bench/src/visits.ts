import { sessionStorageKey } from '@kargo/shared-types/page/inline-script';
import { paths } from '@kargo/shared-types/page/paths';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type Load, loadPage, type Seen } from './load-page.ts';
import type { Profile } from './profiles.ts';
import type { ServedSite } from './serve.ts';
import type { variants } from './variants.ts';

/** The server of a variant, and the variant's folders before and after shipping marketing alone. */
export interface Place {
  variant: (typeof variants)[number];
  site: ServedSite;
  before: string;
  after: string;
}

/** Measurements of one visitor, by step. */
export interface Visit {
  cold: Load;
  repeat: Load;
  /** A repeat visit after marketing was shipped. */
  shipped?: Load;
  /** Time from the click on Login until one can type into the form, in ms. */
  login?: number;
  /** Interaction to Next Paint of the header's button, in ms. */
  inp?: number;
}

/** Measurements of pages with forms, on the phone. */
export interface FormVisit {
  /** `/login`, with an empty cache. */
  login: Load;
  /** `/profile` of a driver who is signed in, with an empty cache. */
  profile: Load;
  /** `/profile` once more. */
  profileAgain: Load;
}

/** Visits Home, follows the link to Login, and loads Home twice. */
export async function visit(browser: Browser, place: Place, profile: Profile): Promise<Visit> {
  const { site, before, after, variant } = place;
  await using context = await browser.newContext(profile.device);
  const home = () => loadPage(context, site.origin + paths.home(), profile, variant);
  const first = await home();
  const cold = first.load;
  if (!variant.hasScripts) {
    await first.page.close();
    return { cold, repeat: (await home()).load };
  }
  const inp = await pressMenu(first.page);
  const login = await followLogin(first.page);
  await first.page.close();
  const second = await home();
  await second.page.close();
  site.show(after);
  const { load: shipped } = await home();
  site.show(before);
  return { cold, inp, login, repeat: second.load, shipped };
}

/** Opens the login as a visitor, and the profile twice as a driver who is signed in. */
export async function visitForms(
  browser: Browser,
  { site, variant }: Place,
  profile: Profile,
): Promise<FormVisit> {
  await using visitor = await browser.newContext(profile.device);
  await using driver = await browser.newContext(profile.device);
  await driver.addInitScript(
    (key) => localStorage.setItem(key, JSON.stringify({ token: 'any' })),
    sessionStorageKey,
  );
  const open = async (context: BrowserContext, path: string) => {
    const { load, page } = await loadPage(context, site.origin + path, profile, variant);
    await page.close();
    return load;
  };
  return {
    login: await open(visitor, paths.login()),
    profile: await open(driver, paths.profile()),
    profileAgain: await open(driver, paths.profile()),
  };
}

/** The button in the header at the width of the window. */
const menuButton =
  'header button[aria-controls=mobile-menu]:visible, header button[aria-controls=side-panel]:visible';

async function pressMenu(page: Page): Promise<number> {
  await page.locator(menuButton).first().click();
  const inp = await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.inp);
  return inp.jsonValue();
}

/** Time for the requests that start when the pointer is on a link, in ms. */
const intentMs = 1000;

async function followLogin(page: Page): Promise<number> {
  const link = page.locator(`header a[href="${paths.login()}"]:visible`).first();
  await link.hover();
  await page.waitForTimeout(intentMs);
  const usable = page.evaluate(untilFormIsUsable);
  await link.click();
  return usable;
}

/** Runs in the page: ms from the click until the first field of the form is there and not covered. */
function untilFormIsUsable(): Promise<number> {
  return new Promise((resolve) => {
    const waitFrom = (clickedAt: number) => {
      const field = document.querySelector<HTMLInputElement>('form input[name=email]');
      const { left = 0, top = 0, width = 0, height = 0 } = field?.getBoundingClientRect() ?? {};
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      if (field && above === field && !field.disabled) resolve(performance.now() - clickedAt);
      else requestAnimationFrame(() => waitFrom(clickedAt));
    };
    addEventListener('click', () => waitFrom(performance.now()), { capture: true, once: true });
  });
}
