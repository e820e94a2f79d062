import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { type Wire, watchNetwork } from 'e2e/support/network';
import type { Profile } from './profiles.ts';

/** A page load as a visitor sees it; times in ms since the request. */
export interface Load extends Wire {
  fcp: number;
  lcp: number;
  /** Time when React had hydrated heading and header; null for pages without scripts. */
  hydrated: number | null;
  /** Time that tasks after the first paint took above 50 ms each. */
  tbt: number;
  /** The longest task, and the longest before the first paint; 0 for less than 50 ms. */
  longestTask: number;
  longestBeforePaint: number;
  cls: number;
}

/** A page that was loaded and measured, and stays open for the next steps. */
export interface LoadedPage {
  page: Page;
  load: Load;
}

/** Timeout of each step of a visit, long enough for a busy machine. */
const timeoutMs = 120_000;

/** A page counts as loaded when nothing has happened for this time. */
const quietMs = 1500;

const vitals = readFileSync(
  join(import.meta.dirname, '../node_modules/web-vitals/dist/web-vitals.iife.js'),
  'utf8',
);

/** Loads a page in the context, and waits until nothing more happens in it. */
export async function loadPage(
  context: BrowserContext,
  url: string,
  profile: Profile,
  { hasScripts }: { hasScripts: boolean },
): Promise<LoadedPage> {
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  const client = await context.newCDPSession(page);
  const failures: Error[] = [];
  page.on('pageerror', (error) => failures.push(error));
  const wire = await watchNetwork(client);
  await slowDown(client, profile);
  await page.addInitScript(`${vitals};(${watchPage})(webVitals)`);
  await page.goto(url);
  await page.waitForFunction(isQuiet, { hasScripts, quietMs }, { polling: 200 });
  if (failures.length > 0) throw new AggregateError(failures, `${url} fails`);
  return { page, load: { ...(await page.evaluate(readPage)), ...wire() } };
}

async function slowDown(
  client: CDPSession,
  { processorSlowdown, network }: Profile,
): Promise<void> {
  await client.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
  if (!network) return;
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latencyMs,
    downloadThroughput: network.bitsPerSecond / 8,
    uploadThroughput: network.bitsPerSecond / 8,
  });
}

/** Measurements that the page stores on its `window`. */
export interface Seen {
  fcp: number;
  lcp: number;
  cls: number;
  inp: number;
  hydrated: number;
  longTasks: { start: number; end: number }[];
}

interface InPage {
  seen: Seen;
}

/** Runs in the page before any other script. */
function watchPage(webVitals: typeof import('web-vitals')): void {
  const seen: Seen = { fcp: 0, lcp: 0, cls: 0, inp: 0, hydrated: 0, longTasks: [] };
  Object.assign(window, { seen });
  const options = { reportAllChanges: true };
  webVitals.onFCP(({ value }) => Object.assign(seen, { fcp: value }));
  webVitals.onLCP(({ value }) => Object.assign(seen, { lcp: value }), options);
  webVitals.onCLS(({ value }) => Object.assign(seen, { cls: value }), options);
  webVitals.onINP(({ value }) => Object.assign(seen, { inp: value }), {
    ...options,
    durationThreshold: 16,
  });
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

function isQuiet({ hasScripts, quietMs }: { hasScripts: boolean; quietMs: number }): boolean {
  const { seen } = window as unknown as InPage;
  if (document.readyState !== 'complete' || !seen.lcp) return false;
  if (hasScripts && !seen.hydrated) return false;
  const ends = [
    seen.hydrated,
    ...seen.longTasks.map(({ end }) => end),
    ...performance.getEntriesByType('resource').map((it) => it.startTime + it.duration),
  ];
  return performance.now() - Math.max(...ends) > quietMs;
}

function readPage(): Omit<Load, keyof Wire> {
  const { fcp, lcp, cls, hydrated, longTasks } = (window as unknown as InPage).seen;
  const tbt = longTasks
    .filter(({ end }) => end > fcp)
    .reduce((sum, { start, end }) => sum + Math.max(0, end - Math.max(start, fcp) - 50), 0);
  const longestOf = (tasks: Seen['longTasks']) =>
    Math.max(0, ...tasks.map(({ start, end }) => end - start));
  return {
    fcp,
    lcp,
    cls,
    tbt,
    longestTask: longestOf(longTasks),
    longestBeforePaint: longestOf(longTasks.filter(({ start }) => start < fcp)),
    hydrated: hydrated || null,
  };
}
