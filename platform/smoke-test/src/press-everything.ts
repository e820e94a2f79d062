import type { Screen } from './screens.ts';
import type { Tab } from './tab.ts';

/** Maximum number of parts that are pressed on one screen. */
const mostPressed = 80;

const afterwardsMs = 50;

/**
 * Presses each button and link of a screen once, except those that would end the session or delete something. After
 * a link to another page the visitor comes back. Ends at the first that fails.
 */
export async function pressEverything(tab: Tab, screen: Screen): Promise<void> {
  const { page } = tab;
  const region = `[data-remote="${screen.app}"]`;
  await page.evaluate(stayOnPage);
  const followed = new Set<string>();
  for (let index = 0; index < mostPressed; index++) {
    const part = await page.evaluate(press, { region, index, followed: [...followed] });
    if (part === 'end') break;
    if (part === 'not pressed') continue;
    if (part.href !== null) followed.add(part.href);
    tab.moment = `after "${part.name}" was pressed`;
    await page.waitForTimeout(afterwardsMs);
    if (new URL(page.url()).pathname === screen.path) await page.keyboard.press('Escape');
    else await comeBack(tab, screen);
    tab.stopIfFailed();
  }
  // What they do later than that is done at once.
  await tab.stay(1000);
  await tab.runTimersOf(screen.app);
}

async function comeBack(tab: Tab, screen: Screen): Promise<void> {
  await tab.settle();
  await tab.page.goBack();
  await tab.waitFor(screen);
}

/** Runs in the page: links that the router leaves to the browser do nothing, but for those to a part of the page. */
function stayOnPage(): void {
  const withoutHash = (address: string) => address.split('#')[0];
  window.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>('a[href]');
    const isWithinPage = link?.hash && withoutHash(link.href) === withoutHash(location.href);
    if (link && !isWithinPage) event.preventDefault();
  });
}

/** Runs in the page: presses a part. Returns its name and where it leads, which is null for a button. */
function press(part: { region: string; index: number; followed: string[] }) {
  const pressable = ':is(button, a[href], summary, [role=button], [role=tab])';
  const element = document.querySelectorAll<HTMLElement>(`${part.region} ${pressable}`)[part.index];
  if (!element) return 'end';
  const href = element.getAttribute('href');
  const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
  const isSpared = /log ?out|sign ?out|delete/i.test(name);
  const isDisabled = element.matches(':disabled, [aria-disabled=true]');
  const isFollowed = href !== null && part.followed.includes(href);
  if (isSpared || isDisabled || isFollowed || !element.checkVisibility()) return 'not pressed';
  element.click();
  return { name, href };
}
