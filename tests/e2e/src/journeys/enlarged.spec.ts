import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { enlargedOnPhones, enlargeText } from '../support/enlarged.ts';
import { expectIdle } from '../support/expect-idle.ts';
import { expect, test } from '../support/journey.ts';
import { openPaths } from '../support/published-release.ts';
import { expectReachable, expectReadable } from '../support/readable.ts';

// Pages at 200 % (WCAG 1.4.4) in a window of 1280 × 1024: by the browser's zoom, which halves the
// page's pixels, and by its font size, which enlarges only text, also on phones. And pages at a
// zoom of 400 %, where a window is as narrow as the smallest phone (WCAG 1.4.10).

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A way to enlarge a page, with the settings of a new page. */
interface Way {
  name: string;
  viewport: { width: number; height: number };
  fontSize?: number;
  /** Whether menus and dialogs are tested too. */
  isWhole: boolean;
}

const ways: Way[] = [
  // Between the next two, so only `pnpm proof journeys` tests it.
  ...(process.env.PROOF
    ? [{ name: 'zoomed to 200 %', viewport: { width: 640, height: 512 }, isWhole: false }]
    : []),
  { name: 'zoomed to 400 %', viewport: { width: 320, height: 256 }, isWhole: true },
  {
    name: 'with text of 200 %',
    viewport: { width: 1280, height: 1024 },
    fontSize: 32,
    // It has a phone's header, where the menu is tested with the same text.
    isWhole: false,
  },
  ...enlargedOnPhones.map(({ name, ...way }) => ({ name, ...way, isWhole: way.fontSize === 32 })),
];

for (const { name, viewport, fontSize, isWhole } of ways) {
  test.describe(name, () => {
    test.use({ viewport, deviceScaleFactor: 1280 / viewport.width });

    test.beforeEach(async ({ page }) => {
      if (fontSize) await enlargeText(page, fontSize);
    });

    test('every public page can be read, and all its controls reached', async ({
      page,
      request,
      consoleErrors,
    }) => {
      test.slow();
      consoleErrors.expect(/status of 404/);
      for (const path of await openPaths(request)) {
        await openWhole(page, path);
        await expectReadable(page.locator('body'), path);
        await expectReachable(page.locator('body'), path);
      }
    });

    if (!isWhole) return;

    test('the menu, the film, questions and yearly prices can be read, and the controls reached', async ({
      page,
    }) => {
      await openWhole(page, paths.home());
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expectReadable(page.locator('body'), 'the menu');
      await expectReachable(page.locator('body'), 'the menu');
      await page.getByRole('button', { name: 'Close menu' }).click();

      await page.getByRole('button', { name: /Watch/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Read it instead').click();
      await expectReadable(dialog, 'the film');
      await expectReachable(dialog, 'the film');
      await dialog.getByRole('button', { name: 'Close video' }).click();
      await expect(dialog).toBeHidden();

      const questions = page.locator('#faqs h3').getByRole('button');
      for (const question of await questions.all()) await question.click();
      await page.getByText('Yearly', { exact: true }).click();
      await expectReadable(page.locator('body'), 'questions and yearly prices');
    });
  });
}

test.describe('on the smallest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('a figure stays on one line', async ({ page }) => {
    for (const path of [paths.home(), paths.about()]) {
      await openWhole(page, path);
      const figures = page.getByTestId('counter-row').getByRole('definition');
      await expect(figures).toHaveCount(4);
      for (const figure of await figures.all()) await expect(figure).toHaveCSS('height', '48px');
    }
  });
});

test.describe('on a usual phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the page for expired links breaks no word', async ({ page }) => {
    await openWhole(page, `${paths.stripeError()}?token=any`);
    const sentence = page.getByText('We can e-mail you a new one.');
    const lines = await sentence.evaluate((it) => {
      const word = document.createRange();
      const texts = document.createTreeWalker(it, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { currentNode } = texts;
        const start = currentNode.textContent?.indexOf('e-mail') ?? -1;
        if (start === -1) continue;
        word.setStart(currentNode, start);
        word.setEnd(currentNode, start + 'e-mail'.length);
      }
      return word.getClientRects().length;
    });
    expect(lines).toBe(1);
  });
});

test.describe('on a large window with text of 200 %', () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  test('the contact panel can be read, and all its controls reached', async ({ page }) => {
    await enlargeText(page, 32);
    await openWhole(page, paths.home());
    await page.getByRole('button', { name: 'Open contact panel' }).click();
    const panel = page.getByTestId('side-panel');
    await expect(panel.getByRole('heading', { name: 'Talk to us' })).toBeVisible();
    await expectReadable(panel, 'the contact panel');
    await expectReachable(panel, 'the contact panel');
  });
});

async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectIdle(page);
}
