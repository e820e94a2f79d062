import { magicTokenParameter } from '@kargo/shared-types/page/magic-token-parameter';
import { paths } from '@kargo/shared-types/page/paths';
import type { Page, Route } from '@playwright/test';
import { expectNoFindings } from '../support/expect-no-findings.ts';
import { expect, test } from '../support/journey.ts';

/** The shell's entry, which starts everything. */
const entry = /\/releases\/shell\/[^/]+\/main\.js$/;
/** Rendered in the browser; a visitor with a bad link is redirected to the login. */
const notPrerendered = `${paths.profile()}?${magicTokenParameter}=any`;
const startPage = (page: Page) => page.locator('#start-page');

const withBody = (body: string) => (route: Route) =>
  route.fulfill({ contentType: 'text/javascript', body });

const failures = [
  {
    name: 'does not arrive',
    answer: (route: Route) => route.fulfill({ status: 404 }),
    message: /console: Failed to load resource/,
  },
  {
    name: 'fails before anything is drawn',
    answer: withBody("throw new Error('Told to fail')"),
    message: /uncaught: Error: Told to fail/,
  },
  {
    name: 'cannot be read by the browser',
    answer: withBody('const syntaxOfTheFuture = |> 1;'),
    message: /uncaught: SyntaxError/,
  },
];

for (const { name, answer, message } of failures) {
  test(`a visitor sees what to do when the site's script ${name}`, async ({
    page,
    consoleErrors,
  }) => {
    consoleErrors.expect(message);
    consoleErrors.allow(/status of 403|Failed to load profile/);
    await asIfSigned(page);
    await page.route(entry, answer);
    await page.goto(notPrerendered);
    await goToSecond(page, 1.9);
    await expect(startPage(page)).toBeHidden();
    await goToSecond(page, 2);
    await expect(page.getByText('Kargo is on its way to you.')).toBeVisible();
    await finishAnimations(page);
    await expect(page.getByText('Kargo could not start')).toBeVisible();
    await expect(page.getByText('Kargo is on its way to you.')).toBeHidden();
    await expect(startPage(page)).toContainText(/Chrome \d+, Edge \d+, Firefox \d+ or Safari \d+/);
    await expect(page.getByRole('link', { name: '@' })).toHaveAttribute('href', /^mailto:.+@/);

    await page.unroute(entry);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back.' })).toBeVisible();
    await expect(startPage(page)).toHaveCount(0);
  });
}

/** Removes the hashes from the page, so that it runs another script as if it were published. */
const asIfSigned = (page: Page) =>
  page.route(
    ({ pathname }) => pathname === paths.profile(),
    async (route) => {
      const response = await route.fetch();
      const { 'integrity-policy': _policy, ...headers } = response.headers();
      const body = (await response.text()).replaceAll(/ integrity="[^"]*"/g, '');
      await route.fulfill({ response, headers, body });
    },
  );

test('the page for scripts that fail can be used by everybody', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/Failed to load resource/);
  await page.route(entry, (route) => route.fulfill({ status: 404 }));
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 1440) await page.goto(notPrerendered);
    await finishAnimations(page);
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(width);
  }
  await expectNoFindings(page, 'the start page');
});

test('a browser whose styles are too old shows a message at once', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/Failed to load resource/);
  // Unknown features count as unsupported.
  const isPage = ({ pathname }: URL) => [paths.profile(), paths.home()].includes(pathname);
  await page.route(isPage, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    expect(html).toContain('@supports (height:1lh)');
    await route.fulfill({
      response,
      // Without the policy, which has the original style's hash.
      headers: { 'content-type': 'text/html' },
      body: html.replace('(height:1lh)', '(height:1unknown)'),
    });
  });
  await page.route(entry, (route) => route.abort());
  // In other browsers, the message appears after 8 s.
  for (const path of [notPrerendered, paths.home()]) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await goToSecond(page, 0);
    await expect(page.getByText('Kargo could not start')).toBeVisible();
  }
});

test('a prerendered page can still be read, above the instructions', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/Failed to load resource/);
  await page.route(entry, (route) => route.fulfill({ status: 404 }));
  await page.goto(paths.home());
  await expect(page.getByText('Kargo could not start')).toBeHidden();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await finishAnimations(page);
    await expect(page.getByText('Kargo could not start')).toBeInViewport();
    await expect(page.getByRole('heading', { name: 'Send it now.' })).toBeInViewport();
  }
});

test('in a supported browser the start page is never shown', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = (globalThis as { seen?: string[] }).seen ?? [];
    Object.assign(globalThis, { seen });
    const look = () => {
      const element = document.getElementById('start-page');
      if (element?.checkVisibility({ visibilityProperty: true })) seen.push('seen');
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(paths.about());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(startPage(page)).toHaveCount(0);
  expect(await page.evaluate(() => (globalThis as { seen?: string[] }).seen)).toEqual([]);
});

/** Stops the page's animations this long after their start. */
async function goToSecond(page: Page, seconds: number): Promise<void> {
  await page.evaluate((milliseconds) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = milliseconds;
    }
  }, seconds * 1000);
}

/** Ends the page's animations, instead of waiting for seconds. */
async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
}
