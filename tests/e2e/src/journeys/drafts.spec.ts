import { paths } from '@kargo/shared-types/page/paths';
import type { Page } from '@playwright/test';
import { closeMessage } from '../support/close-message.ts';
import type { Driver } from '../support/drivers.ts';
import { expectNoFindings } from '../support/expect-no-findings.ts';
import { expect, sendLogin, test } from '../support/journey.ts';
import { payoutAccount } from '../support/payout-account.ts';
import { identityDocument } from '../support/picture.ts';
import { profileForm } from '../support/profile-form.ts';
import { pressInProfileMenu } from '../support/profile-menu.ts';
import { widths } from '../support/widths.ts';

// The page keeps a driver's entries in memory until they are sent. Nothing here reloads the page.
// For how long, and for whom: see shared-runtime's drafts.test.ts and PayoutForm.test.tsx.

const kept = (page: Page) => page.getByText('We kept what you typed.');

for (const width of widths(1440)) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('a driver who leaves for another page finds both forms as they were, and sends them', async ({
      signedInPage: page,
    }) => {
      await page.goto(paths.profile());
      const account = payoutAccount(page);
      const profile = profileForm(page);
      await account.fillIn();
      await account.chooseDocument('licence.png', identityDocument());
      await profile.name.fill('Nell Newby-Hart');
      await lookSomethingUp(page);

      await account.expectEntriesKept();
      await expect(profile.name).toHaveValue('Nell Newby-Hart');
      await expect(kept(page)).toHaveCount(2);
      await expect(account.document).toHaveAccessibleDescription(/Choose licence\.png again\./);
      await expectNoFindings(page, 'forms with what was typed before');

      await profile.save.click();
      await expect(profile.message('Saved')).toBeVisible();
      await expect(kept(page)).toHaveCount(1);
      await account.chooseDocument('licence.png', identityDocument());
      await expect(account.text('Choose licence.png again.')).toHaveCount(0);
      await account.submit.click();
      await closeMessage(page, 'KYC Verification Completed');
      await lookSomethingUp(page);
      await expect(profile.name).toHaveValue('Nell Newby-Hart');
      await expect(kept(page)).toHaveCount(0);
    });

    test('a driver whose session has ended logs in again and finds the entries', async ({
      signedInPage: page,
      session,
      driver,
      consoleErrors,
    }) => {
      await page.goto(paths.profile());
      const account = payoutAccount(page);
      await account.fillIn();
      await account.chooseDocument('licence.png', identityDocument());
      consoleErrors.expect(/status of 401/);
      await session.close();
      await account.submit.click();
      await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();

      await logInAndContinue(page, driver);
      await account.expectEntriesKept();
      await expect(kept(page)).toBeVisible();
      await expect(account.text('Choose licence.png again.')).toHaveCount(2);
    });
  });
}

test('a driver who is offline goes back and forth, and finds the entries', async ({
  signedInPage: page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  // The connection may drop before the code that checks the form has loaded.
  consoleErrors.allow(/The form cannot be checked: NetworkError/);
  await page.goto(paths.about());
  await pressInProfileMenu(page, 'My Profile');
  const account = payoutAccount(page);
  await account.fillIn();
  await context.setOffline(true);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'About Page' })).toBeVisible();
  await page.goForward();
  await account.expectEntriesKept();
  await expect(kept(page)).toBeVisible();
});

/** Opens another page by a link and comes back. */
async function lookSomethingUp(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQs' }).click();
  await expect(page.getByRole('heading', { name: 'FAQs' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(paths.profile());
  await expect(profileForm(page).name).toBeVisible();
}

/** Logs in on the open page, and goes on to the profile from the landing page. */
async function logInAndContinue(page: Page, driver: Driver): Promise<void> {
  await sendLogin(page, driver);
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(profileForm(page).name).toBeVisible();
}
