import { paths } from '@kargo/shared-types/page/paths';
import type { BrowserContext } from '@playwright/test';
import { expectHydrated } from '../support/expect-hydrated.ts';
import { expect, setDownlink, test } from '../support/journey.ts';
import { watchNetwork } from '../support/network.ts';
import { isSeenElsewhere, publishedRoutes } from '../support/published-release.ts';
import { type Budget, budgets, limited } from './budgets.ts';

/** Delays responses, so that requests that wait for another one start after those that do not. */
const latencyMs = 100;

/** A page is complete when it has made no request for this long. */
const quietMs = 500;

interface Weight extends Budget {
  /** Paths fetched more than once. */
  twice: string[];
  /** Scripts that the HTML preloads but that never run. */
  unused: string[];
}

test('a first visit to each route stays within its budget', async ({
  browser,
  request,
  session,
  baseURL,
}) => {
  const { routes } = await publishedRoutes(request);
  expect([...budgets.keys()]).toEqual(routes.map(({ path }) => path));
  const visited = [...budgets.keys()].filter((path) => !isSeenElsewhere(path));
  await Promise.all(visited.map((path) => request.get(path)));
  const weights = new Map<string, Weight>();
  const visit = async (path: string) => {
    await using context = await browser.newContext(baseURL ? { baseURL } : {});
    if (path === paths.profile()) {
      await context.addInitScript(
        (token) => localStorage.setItem('kargo_web', JSON.stringify({ token })),
        session.token,
      );
    }
    // Without a token, this page leads to the one for incomplete addresses.
    const address = path === paths.stripeError() ? `${path}?token=any` : path;
    weights.set(path, await weigh(context, address));
  };
  for (const path of visited) await visit(path);
  // The gateway compresses a page best when it is requested again after 5 s without a change, and
  // a busy browser sends later what waits for nothing.
  const isAbove = (path: string, name: 'html' | 'waves') =>
    (weights.get(path)?.[name] ?? 0) > (budgets.get(path)?.[name] ?? 0);
  const isDoubtful = (path: string) => isAbove(path, 'html') || isAbove(path, 'waves');
  await expect
    .poll(
      async () => {
        for (const path of visited.filter(isDoubtful)) await visit(path);
        return visited.filter(isDoubtful);
      },
      { message: 'pages with too much HTML, or too many waves', timeout: 20_000 },
    )
    .toEqual([]);
  console.log(tableOf([...weights]));
  expect([...weights].flatMap(([path, weight]) => whatGrew(path, weight))).toEqual([]);
});

async function weigh(context: BrowserContext, path: string): Promise<Weight> {
  await setDownlink(context);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  const ran = new Set<string>();
  client.on('Debugger.scriptParsed', ({ url }) => ran.add(url));
  await client.send('Debugger.enable');
  const wire = await watchNetwork(client);
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.addInitScript(() => {
    // Deferred scripts run after this event.
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      const elements = document.querySelectorAll('*').length;
      const preloads = document.querySelectorAll<HTMLLinkElement>('link[as=script]');
      Object.assign(window, {
        atFirst: { elements, preloads: [...preloads].map((it) => it.href) },
      });
    });
  });
  await page.goto(path);
  await expectHydrated(page);
  // Now the browser's idle work begins.
  for (let known = 0; known < wire().requests; ) {
    known = wire().requests;
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await page.waitForTimeout(quietMs);
  }
  const { elements, preloads } = await page.evaluate(
    () => (window as unknown as { atFirst: { elements: number; preloads: string[] } }).atFirst,
  );
  const { bytes, requests, waves, paths: fetched } = wire();
  return {
    html: inKb(bytes.html),
    css: inKb(bytes.css),
    javascript: inKb(bytes.javascript),
    font: inKb(bytes.font),
    image: inKb(bytes.image),
    elements,
    requests,
    waves,
    twice: fetched.filter((it, index) => fetched.indexOf(it) < index),
    unused: preloads.filter((url) => !ran.has(url)),
  };
}

const inKb = (bytes: number) => Math.round(bytes / 100) / 10;

/** A line for each limit exceeded. */
function whatGrew(path: string, weight: Weight): string[] {
  const budget = budgets.get(path);
  const { twice, unused } = weight;
  return [
    ...limited
      .filter((name) => weight[name] > (budget?.[name] ?? 0))
      .map((name) => `${path} ${name}: ${weight[name]}, its limit is ${budget?.[name]}`),
    ...twice.map((it) => `${path} fetches ${it} again`),
    ...unused.map((it) => `${path} preloads ${it}, which nothing runs`),
  ];
}

function tableOf(weights: readonly [string, Weight][]): string {
  const line = (path: string, cells: readonly (string | number)[]) =>
    `    ${path.padEnd(22)}${cells.map((cell) => String(cell).padStart(12)).join('')}`;
  return [
    line('', limited),
    ...weights.map(([path, weight]) =>
      line(
        path,
        limited.map((name) => weight[name]),
      ),
    ),
  ].join('\n');
}
