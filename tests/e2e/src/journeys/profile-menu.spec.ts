import { paths } from '@kargo/shared-types/page/paths';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

// The drop-button "Profile" and its submenu (spec sections 2 and 4), in the header and in a phone's
// menu.

interface Placement {
  name: string;
  placement: 'bar' | 'sheet';
  width: number;
  open: (page: Page) => Promise<void>;
}

const placements: Placement[] = [
  { name: 'in the header', placement: 'bar', width: 1440, open: async () => undefined },
  {
    name: 'in the menu of phones',
    placement: 'sheet',
    width: 390,
    open: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
  },
];

for (const { name, placement, width, open } of placements) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 900 } });

    test('the submenu slides, is used by keyboard and pointer, and leads to the profile', async ({
      signedInPage: page,
    }) => {
      await page.goto(paths.about());
      await open(page);
      const button = profileButton(page);
      const submenu = submenuOf(page, placement);
      const link = submenu.getByRole('link', { name: 'My Profile' });
      await expect(button).toHaveAttribute('aria-expanded', 'false');
      await expect(submenu).toBeHidden();

      await test.step('slides open and closed', async () => {
        expectSlide(await heightsAfterClick(button));
        await expect(button).toHaveAttribute('aria-expanded', 'true');
        await expect(link).toBeVisible();
        await expect(submenu.getByRole('button', { name: 'Logout' })).toBeVisible();
        expectSlide((await heightsAfterClick(button)).toReversed());
        await expect(button).toHaveAttribute('aria-expanded', 'false');
        await expect(submenu).toBeHidden();
      });

      await test.step('Escape closes nothing else, and returns the focus', async () => {
        await button.press('Enter');
        await expect(link).toBeVisible();
        await page.keyboard.press('Tab');
        await expect(link).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(button).toHaveAttribute('aria-expanded', 'false');
        await expect(button).toBeFocused();
      });

      if (placement === 'bar')
        await test.step('a click elsewhere closes it', async () => {
          await button.click();
          await expect(submenu).toBeVisible();
          await page.getByRole('heading', { level: 1 }).click();
          await expect(submenu).toBeHidden();
        });

      await test.step('leads to the profile, and closes', async () => {
        await button.click();
        await link.click();
        await expect(page).toHaveURL(paths.profile());
        await expect(page.getByRole('heading', { name: 'Profile Information' })).toBeVisible();
        await open(page);
        await expect(button).toHaveAttribute('aria-expanded', 'false');
      });
    });
  });
}

function profileButton(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: 'Profile', exact: true });
}

function submenuOf(page: Page, placement: Placement['placement']): Locator {
  return page.getByRole('banner').locator(`div[data-placement=${placement}]`);
}

/** Clicks a drop-button and returns its submenu's height before, halfway and after the slide. */
function heightsAfterClick(button: Locator): Promise<number[]> {
  return button.evaluate(
    (it) =>
      new Promise<number[]>((resolve) => {
        const submenu = document.getElementById(it.getAttribute('aria-controls') ?? '');
        if (!submenu) throw new Error('There is no submenu');
        const heights = [submenu.offsetHeight];
        submenu.addEventListener(
          'transitionrun',
          () => {
            const slides = submenu.getAnimations();
            // It does not matter how many frames the machine draws.
            for (const slide of slides) {
              slide.pause();
              slide.currentTime = Number(slide.effect?.getTiming().duration) / 2;
            }
            heights.push(submenu.offsetHeight);
            for (const slide of slides) slide.finish();
            heights.push(submenu.offsetHeight);
            resolve(heights);
          },
          { once: true },
        );
        (it as HTMLElement).click();
      }),
  );
}

/** Expects the menu to open from nothing to the height of two lines, and not at once. */
function expectSlide([first = 0, middle = 0, last = 0]: number[]): void {
  expect(first).toBe(0);
  expect(last).toBeGreaterThanOrEqual(88);
  expect(middle).toBeGreaterThan(0);
  expect(middle).toBeLessThan(last);
}
