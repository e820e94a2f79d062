import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { expectHydrated } from '../../support/expect-hydrated.ts';
import { expect, test } from '../../support/journey.ts';
import { openHome, scrollTo } from './landing-page.ts';

// The layout's numbers (spec sections 4 and 9).

test('the header is styled as fixed from 250 px on, fixed from 260 px on, and coloured on every page but Home, the side panel slides open and closed in 200 ms, and the site stays light on a dark system', async ({
  page,
}) => {
  await openHome(page);
  for (const isOpen of [true, false]) {
    const { milliseconds, width } = await slideOfPanel(page);
    expect(width > 300, `${width} px wide`).toBe(isOpen);
    expect(milliseconds).toBe(200);
  }

  const header = page.getByTestId('site-header');
  const fixedStyle = /(^|\s)fixed-style(\s|$)/;
  const fixed = /(^|\s)fixed(\s|$)/;
  for (const [scrollY, isStyled, isFixed] of [
    [249, false, false],
    [250, true, false],
    [259, true, false],
    [260, true, true],
    [259, true, false],
    [249, false, false],
  ] as const) {
    await scrollTo(page, scrollY);
    await (isStyled ? expect(header) : expect(header).not).toHaveClass(fixedStyle);
    await (isFixed ? expect(header) : expect(header).not).toHaveClass(fixed);
  }
  // Browsers print a fixed element on every sheet.
  await scrollTo(page, 900);
  await page.emulateMedia({ media: 'print' });
  await expect(header).toHaveCSS('position', 'absolute');
  await expect(page.getByRole('button', { name: 'Back to top' })).toBeHidden();
  await expectPrintable(page);
  await page.emulateMedia({ media: 'screen' });

  await expect(header).not.toHaveClass(/header-colored/);
  await header.getByRole('link', { name: 'About Us' }).click();
  await expect(header).toHaveClass(/header-colored/);

  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('html')).toHaveCSS('color-scheme', /only/);
});

test('"Back to top" is there beyond 750 px, and takes 400 ms', async ({ page }) => {
  await page.clock.install();
  await openHome(page);
  const button = page.getByRole('button', { name: 'Back to top' });
  await scrollTo(page, 750);
  await expect(button).toBeHidden();
  await scrollTo(page, 751);
  await expect(button).toBeVisible();

  await scrollTo(page, 5000);
  // By the page's clock, since a busy machine renders few frames.
  await page.clock.pauseAt(Date.now() + 60_000);
  await button.evaluate((it) => (it as HTMLElement).click());
  await page.clock.runFor(350);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await page.clock.runFor(70);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.clock.resume();
  await expect(button).toBeHidden();
});

/** Clicks the toggle and waits until the panel's width stops changing. */
function slideOfPanel(page: Page): Promise<{ milliseconds: unknown; width: number }> {
  return page.getByTestId('side-panel-toggle').evaluate(
    (toggle) =>
      new Promise((resolve) => {
        const panel = document.querySelector('[data-testid=side-panel]') as HTMLElement;
        let milliseconds: unknown;
        panel.addEventListener(
          'transitionrun',
          () => {
            milliseconds = panel.getAnimations()[0]?.effect?.getTiming().duration;
          },
          { once: true },
        );
        // Elements inside the panel also have transitions.
        panel.addEventListener('transitionend', ({ target }) => {
          if (target === panel) resolve({ milliseconds, width: panel.offsetWidth });
        });
        (toggle as HTMLElement).click();
      }),
  );
}

test('the film has a source only while its dialog is open, lasts 20 seconds or more, is 1 MB or less, and can be read instead', async ({
  page,
}) => {
  await page.goto(paths.home());
  await expectHydrated(page);
  const video = page.locator('video');
  const watch = page.getByRole('button', { name: /Watch/ });
  const dialog = page.getByRole('dialog');
  await expect(video).not.toHaveAttribute('src');
  await watch.click();
  const playsH264 = await video.evaluate((it: HTMLVideoElement) =>
    Boolean(it.canPlayType('video/mp4; codecs="avc1.64001F"')),
  );
  await expect(dialog.locator('video')).toHaveAttribute('src', playsH264 ? /\.mp4$/ : /\.webm$/);
  await expect
    .poll(() => video.evaluate((it: HTMLVideoElement) => it.duration))
    .toBeGreaterThan(20);
  const film = await page.request.get((await video.getAttribute('src')) ?? '');
  expect((await film.body()).byteLength).toBeLessThanOrEqual(1_000_000);
  await dialog.getByText('Read it instead').click();
  await expect(dialog.getByRole('listitem')).toHaveCount(4);

  const closings = [
    () => dialog.getByRole('button', { name: 'Close video' }).click(),
    () => page.keyboard.press('Escape'),
  ];
  for (const close of closings) {
    if (!(await dialog.isVisible())) await watch.click();
    await expect(dialog.locator('video')).toHaveAttribute('src');
    await close();
    await expect(dialog).toBeHidden();
    await expect(video).not.toHaveAttribute('src');
    await expect(watch).toBeFocused();
  }
});

const parts: [link: string, heading: string][] = [
  ['Features', 'Everything between pickup and hand-over'],
  ['How it works', 'Up and running in three steps'],
  ["FAQ's", 'Questions people ask'],
  ['Contact Us', 'Questions? Talk to us.'],
];

test('links to parts of Home lead there, from Home and from another page, and the address stays /', async ({
  page,
}) => {
  await openHome(page);
  for (const [link, heading] of parts) {
    await followToPart(page, link, heading);
    await page.getByTestId('site-header').getByRole('link', { name: 'About Us' }).click();
    await expect(page).toHaveURL(paths.about());
    await followToPart(page, link, heading);
  }
});

async function followToPart(page: Page, link: string, heading: string): Promise<void> {
  const anchor = page.getByTestId('site-header').getByRole('link', { name: link });
  await expect(anchor).toHaveAttribute('href', paths.home());
  await anchor.click();
  const target = page.getByRole('heading', { name: heading });
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
  expect(new URL(page.url())).toMatchObject({ pathname: paths.home(), search: '', hash: '' });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu button is only shown below 768 px, swaps its icon, and the menu closes after a link was followed', async ({
    page,
  }) => {
    await page.goto(paths.home());
    await expectHydrated(page);
    const open = page.getByRole('button', { name: 'Open menu' });
    await page.setViewportSize({ width: 768, height: 900 });
    await expect(open).toBeHidden();
    await page.setViewportSize({ width: 767, height: 900 });
    await expect(open).toBeVisible();
    await expect(open.locator('svg path')).toHaveCount(3);
    await open.click();
    const close = page.getByRole('button', { name: 'Close menu' });
    await expect(close.locator('svg path')).toHaveCount(2);
    await expect(close).toHaveAttribute('aria-expanded', 'true');

    await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click();
    await expect(page).toHaveURL(paths.about());
    await expect(open).toHaveAttribute('aria-expanded', 'false');
    // The page behind the menu is inert; the next one is not.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

/** Expects the printed page to have all its content, and nothing that is useful only on screens. */
async function expectPrintable(page: Page): Promise<void> {
  await expect(page.getByTestId('counter-row')).toHaveText(
    'users 12M+ companies 150+ total user reviews 2578 rating 5.0',
    { useInnerText: true },
  );
  // A flexible box would lose the footer on paper.
  await expect(page.getByRole('main')).toHaveCSS('display', 'block');
  await expect(page.getByText('Skip to content')).toBeHidden();
  const onlyOnScreens = page.getByRole('button', { name: /^(Pause|Play|Next of|Show|Open)/ });
  await expect(onlyOnScreens).toHaveCount(0);
  await expect(page.getByText('Your receipt stays in the app.')).toBeVisible();
  const slides = page.locator('[data-slide]:not([inert])');
  const outside = () =>
    slides.evaluateAll((all) =>
      all.filter((slide) => {
        const { left, right } = slide.getBoundingClientRect();
        return left < 0 || right > document.documentElement.clientWidth;
      }),
    );
  await expect.poll(outside).toEqual([]);
}
