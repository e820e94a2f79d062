import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { paths } from '@kargo/shared-types/page/paths';
import type { Locator, Page } from '@playwright/test';
import { closeMessage } from '../support/close-message.ts';
import { enlargedOnPhones, enlargeText } from '../support/enlarged.ts';
import { expect, test } from '../support/journey.ts';
import { passwordForm } from '../support/password-form.ts';
import { payoutAccount } from '../support/payout-account.ts';
import { identityDocument } from '../support/picture.ts';
import { profileForm } from '../support/profile-form.ts';
import { expectReachable, expectReadable } from '../support/readable.ts';

// The profile with all forms and dialogs at a zoom of 400 %, where a window of 1280 × 1024 has
// 320 × 256 pixels (WCAG 1.4.10), and fields' error messages at the edge of the window.

test.use({ viewport: { width: 320, height: 256 }, contextOptions: { reducedMotion: 'reduce' } });

test('the profile can be read at a zoom of 400 %, with all its forms and dialogs', async ({
  signedInPage: page,
  consoleErrors,
}) => {
  test.slow();
  await page.goto(paths.profile());
  const account = payoutAccount(page);
  await account.expectState('form');
  await expectReadable(page.locator('body'), 'the profile');
  await expectReachable(page.locator('body'), 'the profile');

  await page.evaluate(() => window.scrollTo(0, 600));
  await expect(page.getByTestId('site-header')).not.toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, 0));

  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Profile', exact: true }).click();
  const logOut = page.getByRole('banner').getByRole('button', { name: 'Logout' });
  await expect(logOut).toBeVisible();
  await expectReadable(page.getByRole('banner'), 'the menu');
  await expectReachable(page.getByRole('banner'), 'the menu');
  await page.getByRole('button', { name: 'Close menu' }).click();

  for (const date of ['', '02/28/2004']) {
    await account.dateOfBirth.fill(date);
    await account.calendar.click();
    await expectWholeCalendar(page);
    await page.keyboard.press('Escape');
  }

  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expectWholeDialog(page);
  await page.getByRole('button', { name: 'No, cancel' }).click();

  consoleErrors.expect(/status of 422/);
  const responses = [
    { status: 422, json: { code: 'payout_details_refused', message: 'No such phone number' } },
    { status: 200, json: { stripe_error_token: 'token' } },
  ];
  // The form never reaches the API.
  await page.route(`**${apiBasePath}${apiPaths.insertPayoutDetails()}`, (route) =>
    route.fulfill(responses.shift()),
  );
  // Closing the message makes the page request it again.
  await page.route(`**${apiBasePath}${apiPaths.verify()}`, async (route) => {
    const response = await route.fetch();
    const profile = { ...(await response.json()), form_completed: true };
    await route.fulfill({ response, json: profile });
  });
  await account.fillIn();
  await account.chooseDocument('licence.png', identityDocument());
  await account.submit.click();
  await expectWholeDialog(page);
  await closeMessage(page, 'Error', 'No such phone number');
  await account.submit.click();
  await expectWholeDialog(page);
  await closeMessage(page, 'KYC Verification Completed');
  await account.expectState('pending');
  await expectReadable(page.locator('body'), 'payouts: pending');

  await profileForm(page).save.click();
  await expect(page.getByText('Profile updated successfully!')).toBeInViewport({ ratio: 1 });
  await expectReadable(page.locator('body'), 'a profile that was saved');
});

for (const { name, viewport, fontSize } of enlargedOnPhones)
  test(`a driver's pages can be read, and all their controls reached, ${name}`, async ({
    signedInPage: page,
  }) => {
    await page.setViewportSize(viewport);
    await enlargeText(page, fontSize);
    await page.goto(paths.profile());
    const account = payoutAccount(page);
    await account.expectState('form');
    await account.dateOfBirth.fill('02/28/2004');
    await expectReadable(page.locator('body'), 'the profile');
    await expectReachable(page.locator('body'), 'the profile');
    await page.goto(paths.home());
    await expect(page.getByText('Finish your payout setup')).toBeVisible();
    await expectReadable(page.locator('body'), 'the landing page');
  });

test('a field at the edge of the window shows its error message', async ({
  signedInPage: page,
}) => {
  const { confirm, old, ...form } = passwordForm(page);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(paths.profile());
    await old.fill('an-old-password');
    await form.new.fill('a-new-password');
    await confirm.fill('another-one');
    await toLowerEdge(confirm);
    await confirm.press('Enter');
    const message = form.message('New password and confirm password do not match');
    await expectInWindow(page, [message, confirm], viewport);

    // It is also visible when the keyboard returns to the field.
    await form.new.focus();
    await toLowerEdge(form.new);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(confirm).toBeFocused();
    await expectInWindow(page, [message, confirm], viewport);
  }
});

/** Expects the whole calendar in the window, and nothing on top of it. */
async function expectWholeCalendar(page: Page): Promise<void> {
  const calendar = page.getByRole('dialog', { name: 'Date of birth' });
  await expect(calendar.getByRole('grid')).toBeVisible();
  await expect(calendar.locator('td button:focus')).toBeInViewport({ ratio: 1 });
  for (const part of await calendar.locator('select, button').all()) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  await expect(calendar).toBeInViewport({ ratio: 1 });
  await expectReadable(calendar, 'the calendar');
  const tooSmall = await calendar
    .locator('select, button')
    .evaluateAll((parts) =>
      parts
        .map((part) => part.getBoundingClientRect())
        .filter(({ width, height }) => width < 24 || height < 24),
    );
  expect(tooSmall, 'of 24 × 24 pixels at least (WCAG 2.5.8)').toEqual([]);
  await calendar.getByRole('combobox').last().selectOption('1990');
  await expect(calendar).toBeInViewport({ ratio: 1 });
}

async function expectWholeDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  await expectReadable(dialog, 'the dialog');
  await dialog.hover();
  await page.mouse.wheel(0, 1000);
  for (const button of await dialog.getByRole('button').all()) {
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  await page.mouse.wheel(0, -1000);
  await expect(dialog.getByRole('heading')).toBeInViewport({ ratio: 1 });
}

/** Scrolls the element's lower edge to the window's. */
async function toLowerEdge(element: Locator): Promise<void> {
  await element.evaluate((it) =>
    window.scrollBy(0, it.getBoundingClientRect().bottom - window.innerHeight),
  );
}

async function expectInWindow(
  page: Page,
  elements: Locator[],
  { width, height }: { width: number; height: number },
): Promise<void> {
  for (const element of elements) {
    await expect(element, `at ${width} × ${height}`).toBeInViewport({ ratio: 1 });
  }
  // The header could cover elements that are in the window.
  await expectReadable(page.getByRole('region', { name: 'Change Password' }), 'the form');
}
