import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { paths } from 'shared-types/paths';
import type { PrerenderedPage } from 'shared-types/release';
import { expect, test } from '../support/journey.ts';
import { publishedRoutes } from '../support/releases.ts';
import { runScript } from '../support/run-script.ts';
import { siteReleases } from '../support/site.ts';

// Every public page, rendered in Node from the releases' own bundles, is taken over by the browser
// as it is.

const command = join(import.meta.dirname, '../../../delivery/src/prerender.ts');

let prerendered: Record<string, PrerenderedPage>;

test.beforeAll(async () => {
  prerendered = JSON.parse(await runScript([command, '--releases', siteReleases]));
});

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { firstHeading: document.querySelector('#root h1') });
    });
  });
});

test('every public route is rendered in Node, and no other', async ({ request }) => {
  const { routes } = await publishedRoutes(request);
  const expected = routes.filter(({ isPublic }) => isPublic).map(({ path }) => path);
  expect(expected).toContain(paths.home());
  expect(Object.keys(prerendered)).toEqual(expected);
});

test('what is rendered needs neither inline styles nor inline scripts', () => {
  for (const [path, { html, css }] of Object.entries(prerendered)) {
    expect(html.match(/\sstyle=/g), path).toBeNull();
    expect(html.match(/<style/g), path).toBeNull();
    expect(html.match(/<script/g), path).toBeNull();
    expect(html.match(/\son[a-z]+=/g), path).toBeNull();
    expect(html.match(/<h1[\s>]/g), path).toHaveLength(1);
    expect(css, path).toContain('{');
  }
});

test('the browser hydrates every page without an error', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  for (const [path, rendered] of Object.entries(prerendered)) {
    await servePrerendered(page, path, rendered);
    await page.goto(path);
    await expectTakenOver(page, path);
    expect(warnings, path).toEqual([]);
  }
});

test('a link in a page that was taken over works', async ({ page }) => {
  const about = prerendered[paths.about()];
  if (!about) throw new Error('About was not rendered');
  await servePrerendered(page, paths.about(), about);
  await page.goto(paths.about());
  await expectTakenOver(page, paths.about());
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByTestId('site-header').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(paths.home());
  await expect(page.getByText('12M + used this app')).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

/** Puts the rendered page into the one that the gateway answers with, its style into the policy. */
async function servePrerendered(
  page: Page,
  path: string,
  { html, css, styleIds }: PrerenderedPage,
): Promise<void> {
  const hash = createHash('sha256').update(css).digest('base64');
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const response = await route.fetch();
      const policy = response.headers()['content-security-policy'] ?? '';
      const body = (await response.text())
        .replace('</head>', () => `<style data-emotion="${styleIds}">${css}</style></head>`)
        .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
      await route.fulfill({
        response,
        headers: {
          ...response.headers(),
          'content-security-policy': policy.replace('style-src', `style-src 'sha256-${hash}'`),
        },
        body,
      });
    },
  );
}

async function expectTakenOver(page: Page, path: string): Promise<void> {
  // React marks the elements that it has made its own.
  await page.waitForFunction(() => {
    const heading = document.querySelector('#root h1');
    return heading && Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
  });
  await page.waitForLoadState('networkidle');
  const kept = await page.evaluate(() => {
    const { firstHeading } = window as unknown as { firstHeading: Element | null };
    return firstHeading !== null && firstHeading === document.querySelector('#root h1');
  });
  expect(kept, `${path} keeps its heading`).toBe(true);
}
