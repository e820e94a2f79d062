import type { Locator } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { widths } from '../../support/widths.ts';
import { openHome, placeAt } from './landing-page.ts';

// The landing page's sections (spec section 4).

test('the eleven sections are in order, with their anchors, plans are shown by the month or by the year, and a question opens by itself', async ({
  page,
}) => {
  await openHome(page);
  const sections = page.locator('[data-remote=marketing] > section');
  await expect(sections).toHaveCount(11);
  expect(await sections.evaluateAll((all) => all.map(({ id }) => id))).toEqual([
    '',
    'about',
    'features',
    '',
    '',
    'how_it_work',
    'testimonials',
    '',
    '',
    'getstarted',
    'faqs',
  ]);

  const monthly = page.getByTestId('price-monthly');
  const yearly = page.getByTestId('price-yearly');
  await expect(monthly.getByText('$29')).toBeVisible();
  await expect(page.getByText('Yearly: two months free')).toBeVisible();
  await expect(yearly).toBeHidden();
  await page.getByText('Yearly', { exact: true }).click();
  await expect(yearly.getByText('$290')).toBeVisible();
  await expect(yearly.getByText('You save $58')).toBeVisible();
  await expect(yearly.getByText('Coming to the app stores')).toBeVisible();
  await expect(yearly.getByRole('link', { name: 'Ask about Fleet' })).toHaveAttribute(
    'href',
    'mailto:hello@kargo.example?subject=Kargo%20Fleet',
  );
  await expect(monthly).toBeHidden();
  await page.getByText('Monthly', { exact: true }).click();
  await expect(monthly).toBeVisible();
  await expect(yearly).toBeHidden();

  const questions = page.locator('#faqs h3').getByRole('button');
  await expect(questions).toHaveCount(4);
  const [first, second] = [questions.nth(0), questions.nth(1)];
  const answer = page.getByText('You pay in the Kargo app when you book.');
  await expectOpen(first, false);
  await expect(answer).toBeHidden();

  await first.click();
  await expectOpen(first, true);
  await expect(answer).toBeVisible();
  await second.click();
  await expectOpen(first, true);
  await expectOpen(second, true);

  await first.click();
  await expectOpen(first, false);
  await expect(answer).toBeHidden();
  await expectOpen(second, true);
});

// useCount.test.ts tests the 2000 ms up and the 100 ms down.
test('counters count up once their whole row is in view, and start again after it has left', async ({
  page,
}) => {
  await page.clock.install();
  await openHome(page);
  const row = page.getByTestId('counter-row');
  const counters = page.getByTestId('counter');
  await expect(counters).toHaveText(['0', '0', '0', '0.0']);
  const { bottom } = await positionOf(row);
  await placeAt(page.locator('body'), -(bottom - 900 + 20));
  await expect(counters).toHaveText(['12', '150', '2578', '5.0']);
  // Without its last pixels, the row does not count as in view.
  await placeAt(page.locator('body'), -(bottom - 900 - 20));
  await expect(counters).toHaveText(['0', '0', '0', '0.0']);
});

test('the trial turns purple while its text is in view, and below 768 px while its phone is', async ({
  page,
}) => {
  const height = 900;
  await page.setViewportSize({ width: 768, height });
  await openHome(page);
  const backdrop = page.getByTestId('trial-backdrop');
  const text = page.getByTestId('trial-text');
  const mockup = page.getByTestId('trial-mockup');
  await expect(backdrop).toHaveCSS('opacity', '0');

  // Only the phone's upper edge is in view; it is higher than the text next to it.
  await placeAt(mockup, height - 10);
  await expect(mockup).toBeInViewport();
  await expect(text).not.toBeInViewport();
  await page.waitForTimeout(500);
  await expect(backdrop).toHaveCSS('opacity', '0');
  await placeAt(text, height - 10);
  await expect(backdrop).toHaveCSS('opacity', '1');

  // At this width the phone is below the text.
  await page.setViewportSize({ width: 767, height });
  await placeAt(text, height - 10);
  await expect(text).toBeInViewport();
  await expect(mockup).not.toBeInViewport();
  await expect(backdrop).toHaveCSS('opacity', '0');
  await placeAt(mockup, height - 10);
  await expect(backdrop).toHaveCSS('opacity', '1');
});

for (const width of widths(390)) {
  test(`at ${width} px a button without a store listing leads to the note that the app is coming`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await openHome(page);
    await page.getByRole('main').getByRole('link', { name: 'Get the Android app' }).first().click();
    await expect(page.getByText('Coming to Google Play')).toBeInViewport();
    await expect(page.getByText('Coming to the App Store', { exact: true })).toBeInViewport();
    await expect(
      page.locator('#getstarted').getByRole('link', { name: /iPhone|Android/ }),
    ).toHaveCount(0);
  });
}

async function expectOpen(question: Locator, isOpen: boolean): Promise<void> {
  await expect(question).toHaveAttribute('aria-expanded', String(isOpen));
  await expect(question.locator('svg path')).toHaveCount(isOpen ? 1 : 2);
  await (isOpen ? expect(question) : expect(question).not).toHaveClass(/(^|\s)active(\s|$)/);
}

/** The position of an element's lower edge on the page, in whole px. */
function positionOf(element: Locator): Promise<{ bottom: number }> {
  return element.evaluate((it) => ({
    bottom: Math.round(window.scrollY + it.getBoundingClientRect().bottom),
  }));
}
