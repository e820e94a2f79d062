import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '@kargo/shared-types/page/paths';
import { sessionStorageKey } from '@kargo/shared-types/page/stored-token';
import { type Browser, type CDPSession, devices, type Page } from '@playwright/test';
import { watchNetwork } from 'e2e/support/network';

export const pages = {
  home: { title: '`/`, signed out', path: paths.home(), isCompared: true },
  login: { title: '`/login`', path: paths.login(), isCompared: false },
  profile: { title: '`/profile`, signed in', path: paths.profile(), isCompared: true },
  again: { title: '`/profile`, visited before', path: paths.profile(), isCompared: false },
};

export type PageName = keyof typeof pages;

/** Times in ms since the request or a press; bytes by kind. */
export type Load = Awaited<ReturnType<typeof loadPage>>;

/** Lighthouse's phone and network; `slowdown` is how many times faster this processor is. */
const phone = { device: devices['Moto G4'], slowdown: 4, latencyMs: 150, bytesPerSecond: 200_000 };

/** Timeout of each step, long enough for a busy machine. */
const timeoutMs = 120_000;

/** A page counts as loaded when nothing happens for this long. */
const quietMs = 1500;

const vitals = readFileSync(
  join(import.meta.dirname, '../node_modules/web-vitals/dist/web-vitals.iife.js'),
  'utf8',
);

/** Loads a page on the phone, waits until it is quiet, and uses the landing page. */
export async function loadPage(browser: Browser, origin: string, name: PageName) {
  const { path } = pages[name];
  await using context = await browser.newContext(phone.device);
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  const client = await context.newCDPSession(page);
  const failures: Error[] = [];
  page.on('pageerror', (error) => failures.push(error));
  if (path === paths.profile()) {
    await page.addInitScript(
      (key) => localStorage.setItem(key, JSON.stringify({ token: 'any' })),
      sessionStorageKey,
    );
  }
  await page.addInitScript(`${vitals};(${watchPage})(webVitals)`);
  const visit = async () => {
    await page.goto(origin + path);
    await quiet(page);
  };
  if (name === 'again') await visit();
  const wire = await watchNetwork(client);
  await slowDown(client);
  await visit();
  const load = { ...(await page.evaluate(readPage)), ...wire().bytes };
  const used: Partial<Uses> = name === 'home' ? await usePage(page) : {};
  if (failures.length > 0) throw new AggregateError(failures, `${origin}${path} fails`);
  return { ...load, ...used };
}

const quiet = (page: Page, ms = quietMs) => page.waitForFunction(isQuiet, ms, { polling: 100 });

type Uses = Awaited<ReturnType<typeof usePage>>;

/** Presses things, then follows links to a prefetched screen and to another remote's. */
async function usePage(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const presses = ['Open menu', 'Close menu', 'How can I pay?'].map(button);
  for (const target of [...presses, page.getByText('Yearly', { exact: true })]) {
    await target.scrollIntoViewIfNeeded();
    // People press only things at rest.
    await quiet(page, 500);
    await target.tap();
  }
  await quiet(page);
  const { inp, chakra } = await page.evaluate(readPage);

  /** The time from a tap on a link of the menu until its screen's heading shows. */
  const follow = async (path: string, isPrefetched: boolean) => {
    await button('Open menu').tap();
    const link = page.locator(`#mobile-menu a[href="${path}"]`);
    if (isPrefetched) await link.focus();
    // The focus makes the page request some files of the screen.
    await page.waitForTimeout(quietMs);
    const shown = page.evaluate(nextHeading);
    await link.tap();
    return shown;
  };
  const prefetched = await follow(paths.about(), true);
  return { inp, chakra, prefetched, soft: await follow(paths.login(), false) };
}

/** Runs in the page: returns the time from the next click until another heading shows. */
function nextHeading(): Promise<number> {
  const before = document.querySelector('main h1');
  return new Promise((resolve) => {
    const clicked = ({ timeStamp }: { timeStamp: number }) => {
      const headings = [...document.querySelectorAll('main h1')].filter((it) => it !== before);
      const isSeen = headings.some((it) => it.checkVisibility({ opacityProperty: true }));
      const end = () => resolve(performance.now() - timeStamp);
      requestAnimationFrame(isSeen ? end : () => clicked({ timeStamp }));
    };
    document.addEventListener('click', clicked, { once: true, capture: true });
  });
}

async function slowDown(client: CDPSession): Promise<void> {
  await client.send('Emulation.setCPUThrottlingRate', { rate: phone.slowdown });
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: phone.latencyMs,
    downloadThroughput: phone.bytesPerSecond,
    uploadThroughput: phone.bytesPerSecond,
  });
}

/** Measurements that the page stores on its `window`. */
interface InPage {
  seen: {
    fcp: number;
    lcp: number;
    inp: number;
    /** Time when React had hydrated the heading and the header. */
    hydrated: number;
    longTasks: { start: number; end: number }[];
  };
}

/** Runs in the page before any other script. */
function watchPage(webVitals: typeof import('web-vitals')): void {
  const seen: InPage['seen'] = { fcp: 0, lcp: 0, inp: 0, hydrated: 0, longTasks: [] };
  Object.assign(window, { seen });
  const options = { reportAllChanges: true, durationThreshold: 16 };
  webVitals.onFCP(({ value }) => Object.assign(seen, { fcp: value }));
  webVitals.onLCP(({ value }) => Object.assign(seen, { lcp: value }), options);
  webVitals.onINP(({ value }) => Object.assign(seen, { inp: value }), options);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      seen.longTasks.push({ start: startTime, end: startTime + duration });
    }
  }).observe({ type: 'longtask', buffered: true });

  const isHydrated = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith('__reactFiber'));
  const timer = setInterval(() => {
    const parts = [...document.querySelectorAll('#root h1, #root header button[aria-expanded]')];
    if (!parts.some(({ localName }) => localName === 'h1') || !parts.every(isHydrated)) return;
    seen.hydrated = performance.now();
    clearInterval(timer);
  }, 20);
}

function isQuiet(quietMs: number): boolean {
  const { seen } = window as unknown as InPage;
  if (document.readyState !== 'complete' || !seen.lcp || !seen.hydrated) return false;
  const ends = [
    seen.hydrated,
    ...seen.longTasks.map(({ end }) => end),
    ...performance.getEntriesByType('resource').map((it) => it.startTime + it.duration),
  ];
  return performance.now() - Math.max(...ends) > quietMs;
}

function readPage() {
  const { longTasks, ...seen } = (window as unknown as InPage).seen;
  const blocking = longTasks.map(({ start, end }) => end - Math.max(start, seen.fcp) - 50);
  return {
    ...seen,
    /** Time that tasks after the first paint took above 50 ms each. */
    tbt: blocking.reduce((sum, ms) => sum + Math.max(0, ms), 0),
    /** 0 for less than 50 ms. */
    longestTask: Math.max(0, ...longTasks.map(({ start, end }) => end - start)),
    /** Whether Chakra was loaded: 1 or 0. */
    chakra: document.querySelectorAll('style[data-emotion]').length,
  };
}
