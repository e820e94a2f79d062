import type { Screen, TestSite } from './screens.ts';
import type { Tab } from './tab.ts';

/** How long a link may take, in milliseconds. */
const linkMs = 8000;

/**
 * Returns a screen of another app. Prefers the last public one: the first is the landing page,
 * which is the largest and loads the driver's profile.
 *
 * @param hasProfile whether to prefer a screen for drivers, which loads the profile
 */
export function elsewhere({ screens }: TestSite, { app }: Screen, hasProfile = false): Screen {
  const others = screens.filter((screen) => screen.app !== app);
  const other = hasProfile
    ? (others.find(({ access }) => access === 'signed-in') ?? others[0])
    : (others.findLast(({ access }) => access === 'public') ?? others[0]);
  if (!other) throw new Error(`The site has no other screens than those of ${app}`);
  return other;
}

/** Follows a link, usually of the header (first) or the footer (last), unless there is none. */
export async function leaveByLink(tab: Tab, which: 'first' | 'last'): Promise<boolean> {
  const { page } = tab;
  tab.moment = 'when it was left';
  const here = new URL(page.url()).pathname;
  const index = which === 'first' ? 0 : -1;
  const path = await page.evaluate(linkAway, index);
  if (path === null) return false;
  const link = page.locator(`a[href="${path}"]:visible`).nth(index);
  await link
    .click({ timeout: linkMs })
    .catch(() => tab.fail(`the link to ${path} cannot be clicked`, 'late'));
  await page
    .waitForFunction((before) => location.pathname !== before, here, { timeout: linkMs })
    .catch(() => tab.fail(`the link to ${path} leads nowhere`, 'late'));
  await tab.settle();
  return true;
}

export async function goBack(tab: Tab, { path }: Screen): Promise<void> {
  await tab.page.goBack();
  await tab.settle();
  if (tab.path !== path) tab.fail(`Back leads to ${tab.path}, and not to ${path}: add no entries`);
}

/** Runs in the page: returns the address of a link to another page, if possible off the screen. */
function linkAway(index: number): string | null {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].filter(
    (link) => link.checkVisibility() && link.pathname !== location.pathname && !link.target,
  );
  const outside = links.filter((link) => !link.closest('[data-remote]'));
  return (outside.length > 0 ? outside : links).at(index)?.getAttribute('href') ?? null;
}
