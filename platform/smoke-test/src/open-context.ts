import { sessionStorageKey } from '@kargo/shared-types/page/stored-token';
import type { Browser, BrowserContext } from '@playwright/test';
import { watchScript } from './in-page/watch-page.ts';
import type { Visit } from './plan-visits.ts';

/**
 * Opens what the person of a visit has to themselves: window, session and storage. On wide screens the page was
 * rendered a day ago, and who only looks in on a phone wants less motion.
 */
export async function openContext(
  browser: Browser,
  siteUrl: string,
  { person: { token }, width, isThorough }: Visit,
): Promise<BrowserContext> {
  const session = { name: sessionStorageKey, value: JSON.stringify({ token }) };
  const isWide = width >= 768;
  const context = await browser.newContext({
    reducedMotion: isWide || isThorough ? 'no-preference' : 'reduce',
    viewport: { width, height: isWide ? 900 : 844 },
    hasTouch: !isWide,
    storageState: {
      cookies: [],
      origins: token === null ? [] : [{ origin: siteUrl, localStorage: [session] }],
    },
  });
  // In a network of its own, a browser believes it is offline.
  const online = `Object.defineProperty(Navigator.prototype,'onLine',{get:()=>true});`;
  if (isWide) await context.addInitScript(setClockForward);
  // Functions replaced from then on are the page's.
  await context.addInitScript({ content: online + watchScript() });
  return context;
}

/** Runs in the page before its own scripts. */
function setClockForward(): void {
  const ahead = 24 * 60 * 60 * 1000;
  const { now } = Date;
  Date.now = () => now() + ahead;
  window.Date = new Proxy(Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length > 0 ? given : [target.now()], newTarget),
    apply: (target) => new target(target.now()).toString(),
  });
}
