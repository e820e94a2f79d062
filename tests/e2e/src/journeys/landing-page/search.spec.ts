import { paths } from '@kargo/shared-types/page/paths';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { publishedRoutes } from '../../support/published-release.ts';

// Content for search engines and for previews of shared links.

test('the data for search engines has the questions of the page, and the address to share follows each navigation', async ({
  page,
}) => {
  await page.goto(paths.home());
  const buttons = page.locator('#faqs h3').getByRole('button');
  await expect(buttons).toHaveCount(4);
  const onPage: { question: string; answer: string }[] = [];
  for (const button of await buttons.all()) {
    await button.click();
    const answer = page.locator(`#${await button.getAttribute('aria-controls')}`);
    await expect(answer).toBeVisible();
    onPage.push({ question: await textOf(button), answer: await textOf(answer) });
  }

  const block = await page.locator('script[type="application/ld+json"]').textContent();
  const { '@graph': things } = JSON.parse(block ?? '');
  const faqPage = things.find((thing: { '@type': string }) => thing['@type'] === 'FAQPage');
  expect(
    faqPage.mainEntity.map((entry: { name: string; acceptedAnswer: { text: string } }) => ({
      question: entry.name,
      answer: entry.acceptedAnswer.text,
    })),
  ).toEqual(onPage);
  expect(things.map((thing: { '@type': string }) => thing['@type'])).toEqual([
    'Organization',
    'WebSite',
    'FAQPage',
  ]);

  const canonical = page.locator('link[rel=canonical]');
  await expect(canonical).toHaveAttribute('href', /\/$/);
  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click();
  await expect(canonical).toHaveAttribute('href', /\/about$/);
});

const textOf = async (element: Locator) => (await element.textContent()) ?? '';

test('every page for search engines describes itself without ratings and is in the sitemap, and no other page is', async ({
  request,
}) => {
  const { routes } = await publishedRoutes(request);
  const robots = await (await request.get('/robots.txt')).text();
  const [, sitemapUrl = ''] = /^Sitemap: (.*)$/m.exec(robots) ?? [];
  const sitemap = await (await request.get(sitemapUrl)).text();
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  const canonical: string[] = [];
  for (const { path, robots } of routes) {
    const html = await (await request.get(path)).text();
    expect(html, path).not.toMatch(/AggregateRating|"Review"|ratingValue|itemprop/i);
    if (robots === 'noindex') continue;
    expect(html, path).toMatch(/<meta name="description" content="[^"]{50,160}">/);
    canonical.push(/<link rel="canonical" href="([^"]*)">/.exec(html)?.[1] ?? '');
  }
  expect(listed).toEqual(canonical);
  expect(listed.length).toBeGreaterThan(0);
});

test('the picture of a shared link and the icons of the manifest exist in the stated sizes', async ({
  page,
}) => {
  await page.goto(paths.about());
  const content = (property: string) =>
    page.locator(`meta[property="${property}"]`).getAttribute('content');
  const { pathname } = new URL((await content('og:image')) ?? '');
  expect(await sizeOf(page, pathname)).toBe('1200x630');
  expect([await content('og:image:width'), await content('og:image:height')]).toEqual([
    '1200',
    '630',
  ]);

  const manifest = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? '';
  const { name, icons } = await (await page.request.get(manifest)).json();
  expect(name).toBe('Kargo');
  expect(icons.length).toBeGreaterThan(0);
  for (const { src, sizes } of icons as { src: string; sizes: string }[])
    if (sizes !== 'any') expect(await sizeOf(page, src), src).toBe(sizes);
});

/** A picture's size, such as `1200x630`. */
const sizeOf = (page: Page, url: string): Promise<string> =>
  page.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return `${image.naturalWidth}x${image.naturalHeight}`;
  }, url);
