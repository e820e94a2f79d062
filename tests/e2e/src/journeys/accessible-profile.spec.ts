import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { paths } from '@kargo/shared-types/page/paths';
import type { Locator, Page } from '@playwright/test';
import { closeMessage } from '../support/close-message.ts';
import { expectNoFindings } from '../support/expect-no-findings.ts';
import { expectDistinguishable } from '../support/forced-colors.ts';
import { hold } from '../support/hold.ts';
import { expect, test } from '../support/journey.ts';
import { passwordForm } from '../support/password-form.ts';
import { payoutAccount } from '../support/payout-account.ts';
import { identityDocument } from '../support/picture.ts';
import { profileForm } from '../support/profile-form.ts';
import { showPayoutState } from '../support/show-payout-state.ts';
import { widths } from '../support/widths.ts';

// All rules of axe on the profile in its four payout states, with all forms and dialogs.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const width of widths(390)) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('axe finds nothing on a new profile, its forms and its dialogs', async ({
      signedInPage: page,
      consoleErrors,
    }) => {
      test.slow();
      await page.goto(paths.profile());
      const account = payoutAccount(page);
      await account.expectState('form');
      await expectNoFindings(page, 'a new profile');
      await expectDistinguishable(page, 'a new profile', { focus: true });

      const { save } = profileForm(page);
      await page.route(apiAddress(apiPaths.updateProfile()), (route) =>
        route.fulfill({ status: 200, json: {} }),
      );
      await save.click();
      await expect(page.getByText('Profile updated successfully!')).toBeVisible();
      await expectNoFindings(page, 'a profile that was saved');

      await passwordForm(page).submit.click();
      await account.chooseDocument('licence.gif', Buffer.from('GIF89a'));
      await account.submit.click();
      await expect(account.text('Date of Birth is required')).toBeVisible();
      await expectNoFindings(page, 'forms with errors');

      await page.getByRole('button', { name: 'Delete Account' }).click();
      await expectNoFindingsWith(page, page.getByRole('alertdialog'));
      await page.getByRole('button', { name: 'No, cancel' }).click();

      await passwordForm(page).send({ old: 'old', new: 'new', confirm: 'new' });
      await expectNoFindingsWith(page, page.getByRole('alertdialog'));
      await closeMessage(page, 'User not logged in');

      await account.dateOfBirth.pressSequentially('1990-02-03');
      await expect(account.dateOfBirth).toHaveValue('02/03/1990');
      await account.calendar.click();
      await expect(page.getByRole('gridcell', { selected: true })).toHaveText('3');
      await expectNoFindingsWith(page, page.getByRole('grid'));
      await page.keyboard.press('Escape');

      consoleErrors.expect(/status of 422/);
      const refused = { code: 'payout_details_refused', message: 'No such phone number' };
      const responses = [
        { status: 422, json: refused },
        { status: 200, json: { stripe_error_token: 'token' } },
      ];
      // The form never reaches the API.
      await page.route(apiAddress(apiPaths.insertPayoutDetails()), (route) =>
        route.fulfill(responses.shift()),
      );
      await account.fillIn();
      await account.chooseDocument('licence.png', identityDocument());
      await account.submit.click();
      await expectNoFindingsWith(page, page.getByRole('alertdialog'));
      await closeMessage(page, 'Error', 'No such phone number');
      await account.submit.click();
      await expectNoFindingsWith(page, page.getByRole('alertdialog'));
      await closeMessage(page, 'KYC Verification Completed');
    });

    test('axe finds nothing while a profile loads, or when it could not be saved', async ({
      signedInPage: page,
      consoleErrors,
    }) => {
      const respond = await hold(page, apiAddress(apiPaths.verify()));
      await page.goto(paths.profile());
      await expect(page.getByTestId('profile-skeleton')).toBeVisible();
      await expectNoFindingsWith(page, page.getByTestId('loading-overlay'));
      respond();

      consoleErrors.expect(/status of 503/);
      await page.route(apiAddress(apiPaths.updateProfile()), (route) =>
        route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now' } }),
      );
      await profileForm(page).save.click();
      await expectNoFindingsWith(page, page.getByRole('alertdialog'));
      await closeMessage(page, 'Error updating profile', 'Please try again later.');
    });

    test('axe finds nothing on the page for an expired link, with or without a way to get another', async ({
      page,
      consoleErrors,
    }) => {
      consoleErrors.expect(/status of 503/);
      const responses = [
        { status: 503, json: { code: 'unavailable', message: 'Not now' } },
        { status: 204 },
      ];
      await page.route(apiAddress(apiPaths.resendOnboardingLink('*', 1)), (route) =>
        route.fulfill(responses.shift()),
      );
      await page.goto(`${paths.stripeError()}?token=token`);
      const resend = page.getByRole('button', { name: 'Resend Email' });
      await expect(resend).toBeEnabled();
      await expectNoFindings(page, 'a link that has expired');
      await resend.click();
      await expectNoFindingsWith(page, page.getByRole('alertdialog'));
      await closeMessage(page, 'Error', 'Not now');
      await resend.click();
      await expectNoFindingsWith(page, page.getByRole('alertdialog'));
      await closeMessage(page, 'Secure link sent');
      await expect(page).toHaveURL(paths.home());
    });

    test('axe finds nothing on the profile, or after a link was sent, in each state of payouts', async ({
      signedInPage: page,
    }) => {
      for (const path of [
        apiPaths.resendOnboardingLink('*', 1),
        apiPaths.resendOnboardingLink('*', 2),
        apiPaths.updateBankDetails(),
      ]) {
        await page.route(apiAddress(path), (route) => route.fulfill({ status: 204 }));
      }
      const account = payoutAccount(page);
      for (const state of ['pending', 'done', 'disabled'] as const) {
        await showPayoutState(page, state);
        await page.goto(paths.profile());
        await account.expectState(state);
        await expectNoFindings(page, `the profile, payouts: ${state}`);
        await account[state === 'done' ? 'updateBankDetails' : 'resend'].click();
        await expectNoFindingsWith(page, page.getByRole('alertdialog'));
        await closeMessage(page, 'Secure link sent');
      }
    });
  });
}

const apiAddress = (path: string) => `**${apiBasePath}${path}`;

async function expectNoFindingsWith(page: Page, opened: Locator): Promise<void> {
  await expect(opened).toBeVisible();
  await expectNoFindings(page, `with this open: ${await opened.textContent()}`, opened);
}
