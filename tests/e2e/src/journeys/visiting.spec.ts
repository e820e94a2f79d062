import { paths } from '@kargo/shared-types/page/paths';
import { releaseMapPath, releasePath } from '@kargo/shared-types/releases/release-addresses';
import type { Fault } from '../faults/faults.ts';
import { FaultySite } from '../faults/faulty-site.ts';
import { expectHydrated } from '../support/expect-hydrated.ts';
import { expectIdle } from '../support/expect-idle.ts';
import { expect, test } from '../support/journey.ts';
import { currentVersion } from '../support/published-release.ts';
import { siteUrl } from '../support/site.ts';

test('a visitor reads Home, goes on to About and comes back', async ({ page }) => {
  await page.goto(paths.home());
  await expect(page).toHaveTitle('Kargo – parcels, gifts and business deliveries, tracked live');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('12M + used this app')).toBeVisible();

  await expectHydrated(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL(paths.about());
  await expect(page).toHaveTitle('About Kargo');
  await expect(page.getByRole('heading', { level: 1, name: 'About Page' })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(paths.home());
  await expect(page.getByText('12M + used this app')).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('a link under the pointer shows its screen as soon as it is clicked', async ({
  page,
  request,
}) => {
  const folder = releasePath('auth', await currentVersion('auth'));
  const { entry, screens } = await (await request.get(`${folder}release.json`)).json();
  const files = [entry, ...screens.Login].map((file) => folder + file).sort();
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(folder) && pathname.endsWith('.js')) asked.add(pathname);
  });
  await page.goto(paths.about());
  await expectIdle(page);
  expect([...asked]).toEqual([]);
  const login = page.getByRole('banner').getByRole('link', { name: 'Login' });
  await login.hover();
  await expect.poll(() => [...asked].sort()).toEqual(files);
  await expectIdle(page);
  await page.evaluate(countFallbacks);
  await login.click();
  await expect(page.getByLabel('Email')).toBeVisible();
  expect([...asked].sort()).toEqual(files);
  expect(await page.evaluate(() => (window as unknown as Counting).fallbacks)).toBe(0);
});

test.describe('on a fast line', () => {
  test.use({ downlink: 10 });

  test('an idle page loads the login for a visitor', async ({ page, request }) => {
    const login = await (await request.get(paths.login())).text();
    const scripts = [...login.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path]) => path);
    expect(scripts.length).toBeGreaterThan(4);
    await page.goto(paths.home());
    await expect.poll(() => page.evaluate(scriptsToRun)).toEqual(expect.arrayContaining(scripts));
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await page.evaluate(countFallbacks);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page.getByLabel('Email')).toBeVisible();
    expect(asked.filter((path) => path.endsWith('.js'))).toEqual([]);
    expect(asked.filter((path) => path === releaseMapPath).length).toBeLessThanOrEqual(1);
    expect(await page.evaluate(() => (window as unknown as Counting).fallbacks)).toBe(0);
  });

  test('an idle page loads the profile for a driver who is signed in', async ({
    signedInPage: page,
  }) => {
    const screen = page.waitForResponse(/\/releases\/profile\/.*expose_Profile/);
    await page.goto(paths.home());
    expect((await screen).ok()).toBe(true);
  });
});

interface Counting {
  /** How often a placeholder replaced a screen. */
  fallbacks: number;
}

/** Runs in the page: returns the scripts that arrived to run; some were fetched earlier. */
function scriptsToRun(): string[] {
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return files
    .filter(({ initiatorType }) => initiatorType !== 'fetch')
    .map(({ name }) => new URL(name).pathname);
}

/** Runs in the page: starts counting. */
function countFallbacks(): void {
  const counting = Object.assign(window, { fallbacks: 0 } satisfies Counting);
  new MutationObserver(() => {
    if (document.querySelector('[data-pending-screen]')) counting.fallbacks += 1;
  }).observe(document, { childList: true, subtree: true });
}

test('a visitor who opens About in capitals sees where it is, and gets to the call to action of Home', async ({
  page,
}) => {
  await page.goto(paths.about().toUpperCase());
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(breadcrumb.getByRole('listitem')).toHaveText(['Home', 'About']);
  await expect(breadcrumb.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  const here = breadcrumb.getByRole('link', { name: 'About' });
  await expect(here).toHaveAttribute('href', '/about');
  await expect(here).toHaveAttribute('aria-current', 'page');
  await page.getByRole('main').getByRole('link', { name: 'Get the iPhone app' }).click();
  const target = page.getByRole('heading', { name: 'Ready when you are' });
  await expect(target).toBeInViewport();
  await expect(target).toBeFocused();
});

test('a page whose text is not written yet has a heading and a link to Home', async ({ page }) => {
  for (const [path, heading] of [
    [paths.termsAndConditions(), 'Terms And Conditions'],
    [paths.privacyPolicy(), 'Privacy Policy'],
    [paths.faqs(), 'FAQs'],
    [paths.support(), 'Support'],
    [paths.howItWorks(), 'How It Works'],
  ] as const) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(main).toHaveText(heading);
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.getByRole('link', { name: 'Kargo' })).toHaveAttribute('href', '/');
  }
});

test('a visitor with more cookies than the site reads sees what to do, and gets in', async ({
  page,
  context,
  consoleErrors,
}) => {
  const value = 'x'.repeat(4000);
  const names = ['a', 'b', 'c', 'd', 'e'];
  await context.addCookies(names.map((name) => ({ name, value, domain: 'localhost', path: '/' })));
  consoleErrors.expect(/status of 431/);
  await page.goto(paths.about());
  await expect(page.getByRole('main')).toContainText('Delete the cookies of this site');
  await context.clearCookies();
  await page.getByRole('link', { name: 'open the site again' }).click();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('a visitor whose browser keeps an earlier site in a service worker gets this one', async ({
  page,
}) => {
  await using site = await FaultySite.open(siteUrl);
  const answering = (type: string, body: string): Fault => ({
    title: 'the site from before',
    answer: (_, response) => void response.writeHead(200, { 'content-type': type }).end(body),
  });
  site.break('/before', answering('text/html', '<title>Before</title>'));
  site.break('/sw.js', answering('text/javascript', workerOfBefore));
  await page.goto(`${site.url}/before`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  await page.goto(site.url + paths.about());
  await expect(page).toHaveTitle('Kept');
  site.mend();
  await page.reload();
  await expect(page).toHaveTitle('About Kargo');
  const left = await page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
  }));
  expect(left).toEqual({ workers: 0, caches: [] });
  await page.close();
});

/** Answers everything with a page that it kept. */
const workerOfBefore = `
self.addEventListener('install', (event) => event.waitUntil(caches.open('before').then((cache) =>
  cache.put('/', new Response('<title>Kept</title>', { headers: { 'content-type': 'text/html' } })))));
self.addEventListener('fetch', (event) => event.respondWith(caches.match('/')));
`;

test('how fast a page was is reported once for shell and remote, when it is left', async ({
  page,
}) => {
  await using site = await FaultySite.open(siteUrl);
  // Makes this a measured visit, and hides that a program makes it.
  await page.addInitScript(() => {
    Math.random = () => 0;
    Object.defineProperty(navigator, 'webdriver', { value: false });
  });
  const measure = page.waitForResponse(async (response) =>
    (await response.text()).includes('largest-contentful-paint'),
  );
  await page.goto(`${site.url}${paths.about()}?token=s3cret`);
  await measure;
  await expectIdle(page);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.goto('about:blank');
  await expect.poll(() => site.reports.length).toBe(2);
  const measured = ['marketing', 'shell'].map(async (app) => ({
    kind: 'vitals',
    app,
    version: await currentVersion(app),
    route: paths.about(),
    lcp: expect.any(Number),
    inp: expect.any(Number),
    cls: expect.any(Number),
  }));
  // The browser sends both at once.
  const reports: { app: string }[] = site.reports.map((report) => JSON.parse(report));
  const sorted = reports.sort((one, other) => one.app.localeCompare(other.app));
  expect(sorted).toEqual(await Promise.all(measured));
});
