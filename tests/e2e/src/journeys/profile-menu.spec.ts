import { paths } from '@kargo/shared-types/page/paths';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

// The drop-button named Profile and its submenu (spec sections 2 and 4), in the header and in the
// menu of phones.

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

    test('the submenu slides open and closed', async ({ signedInPage: page }) => {
      await page.goto(paths.about());
      await open(page);
      const button = profileButton(page);
      await expect(button).toHaveAttribute('aria-expanded', 'false');
      await expect(submenuOf(page, placement)).toBeHidden();

      const opening = await heightsAfterClick(button);
      expectSlide(opening);
      await expect(button).toHaveAttribute('aria-expanded', 'true');
      await expect(
        submenuOf(page, placement).getByRole('link', { name: 'My Profile' }),
      ).toBeVisible();
      await expect(
        submenuOf(page, placement).getByRole('button', { name: 'Logout' }),
      ).toBeVisible();

      const closing = await heightsAfterClick(button);
      expectSlide(closing.toReversed());
      await expect(button).toHaveAttribute('aria-expanded', 'false');
      await expect(submenuOf(page, placement)).toBeHidden();
    });

    test('the submenu leads to the profile, and closes', async ({ signedInPage: page }) => {
      await page.goto(paths.about());
      await open(page);
      await profileButton(page).click();
      await submenuOf(page, placement).getByRole('link', { name: 'My Profile' }).click();
      await expect(page).toHaveURL(paths.profile());
      await expect(page.getByRole('heading', { name: 'Profile Information' })).toBeVisible();
      await open(page);
      await expect(profileButton(page)).toHaveAttribute('aria-expanded', 'false');
    });

    test('Escape only closes the submenu, and returns the focus', async ({
      signedInPage: page,
    }) => {
      await page.goto(paths.about());
      await open(page);
      await profileButton(page).press('Enter');
      const link = submenuOf(page, placement).getByRole('link', { name: 'My Profile' });
      await expect(link).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(link).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(profileButton(page)).toHaveAttribute('aria-expanded', 'false');
      await expect(profileButton(page)).toBeFocused();
    });
  });
}

test('a click elsewhere closes the submenu of the header', async ({ signedInPage: page }) => {
  await page.goto(paths.about());
  await profileButton(page).click();
  await expect(submenuOf(page, 'bar')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(submenuOf(page, 'bar')).toBeHidden();
});

function profileButton(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: 'Profile', exact: true });
}

function submenuOf(page: Page, placement: Placement['placement']): Locator {
  return page.getByRole('banner').locator(`div[data-placement=${placement}]`);
}

/** Clicks a drop-button and reads its submenu's height before, in the middle and at the end of the slide. */
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
            // However few frames the machine draws.
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

/** Expects that the menu opens from zero height to the height of two lines, and not at once. */
function expectSlide([first = 0, middle = 0, last = 0]: number[]): void {
  expect(first).toBe(0);
  expect(last).toBeGreaterThanOrEqual(88);
  expect(middle).toBeGreaterThan(0);
  expect(middle).toBeLessThan(last);
}
