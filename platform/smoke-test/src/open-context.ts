import { sessionStorageKey } from '@kargo/shared-types/page/stored-token';
import type { Browser, BrowserContext } from '@playwright/test';
import { watchScript } from './in-page/watch-page.ts';
import type { Visit } from './plan-visits.ts';

/**
 * Opens a window with the session of a visit's person. On wide screens the clock is a day ahead of
 * the page's rendering. Phones are in another zone and language; in brief visits they prefer
 * less motion.
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
    ...(isWide ? {} : { locale: 'de-DE', timezoneId: 'Asia/Kolkata' }),
    // As in an ordinary window after a press.
    permissions: ['clipboard-write'],
    storageState: {
      cookies: [],
      origins: token === null ? [] : [{ origin: siteUrl, localStorage: [session] }],
    },
  });
  // A browser in its own network believes that it is offline.
  const online = `Object.defineProperty(Navigator.prototype,'onLine',{get:()=>true});`;
  if (isWide) await context.addInitScript(setClockForward);
  // Whatever changes a function after this counts as the page.
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
