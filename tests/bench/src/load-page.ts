import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '@kargo/shared-types/page/paths';
import { sessionStorageKey } from '@kargo/shared-types/page/stored-token';
import { type Browser, type CDPSession, devices } from '@playwright/test';
import { watchNetwork } from 'e2e/support/network';

export const pages = {
  home: { title: '`/`, signed out', path: paths.home(), isSignedIn: false },
  profile: { title: '`/profile`, signed in', path: paths.profile(), isSignedIn: true },
};

export type PageName = keyof typeof pages;

/** Times in ms since the request, bytes by kind. */
export type Load = Awaited<ReturnType<typeof loadPage>>;

/** The phone that Lighthouse uses, on its network, and how much slower its processor is than this one. */
const phone = { device: devices['Moto G4'], slowdown: 4, latencyMs: 150, bytesPerSecond: 200_000 };

/** Timeout of each step, long enough for a busy machine. */
const timeoutMs = 120_000;

/** A page counts as loaded when nothing has happened for this time. */
const quietMs = 1500;

const vitals = readFileSync(
  join(import.meta.dirname, '../node_modules/web-vitals/dist/web-vitals.iife.js'),
  'utf8',
);

/** Loads a page on the phone with an empty cache, and waits until nothing more happens in it. */
export async function loadPage(browser: Browser, origin: string, name: PageName) {
  const { path, isSignedIn } = pages[name];
  await using context = await browser.newContext(phone.device);
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  const client = await context.newCDPSession(page);
  const failures: Error[] = [];
  page.on('pageerror', (error) => failures.push(error));
  const wire = await watchNetwork(client);
  await slowDown(client);
  if (isSignedIn) {
    await page.addInitScript(
      (key) => localStorage.setItem(key, JSON.stringify({ token: 'any' })),
      sessionStorageKey,
    );
  }
  await page.addInitScript(`${vitals};(${watchPage})(webVitals)`);
  await page.goto(origin + path);
  await page.waitForFunction(isQuiet, quietMs, { polling: 200 });
  if (failures.length > 0) throw new AggregateError(failures, `${origin}${path} fails`);
  const { bytes, requests, waves } = wire();
  return { ...(await page.evaluate(readPage)), ...bytes, requests, waves };
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
    cls: number;
    /** Time when React had hydrated the heading and the header. */
    hydrated: number;
    longTasks: { start: number; end: number }[];
  };
}

/** Runs in the page before any other script. */
function watchPage(webVitals: typeof import('web-vitals')): void {
  const seen: InPage['seen'] = { fcp: 0, lcp: 0, cls: 0, hydrated: 0, longTasks: [] };
  Object.assign(window, { seen });
  const options = { reportAllChanges: true };
  webVitals.onFCP(({ value }) => Object.assign(seen, { fcp: value }));
  webVitals.onLCP(({ value }) => Object.assign(seen, { lcp: value }), options);
  webVitals.onCLS(({ value }) => Object.assign(seen, { cls: value }), options);
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
  };
}
