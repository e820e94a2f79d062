import type { Locator, Page } from '@playwright/test';
import { apiBasePath, apiPaths } from 'shared-types/api-paths';
import { paths } from 'shared-types/paths';
import { closeMessage } from '../close-message.ts';
import { drivers } from '../drivers.ts';
import { expectNoFindings } from '../expect-no-findings.ts';
import { expect, test } from '../journey.ts';
import { passwordForm } from '../password-form.ts';
import { payoutAccount } from '../payout-account.ts';
import { identityDocument } from '../picture.ts';

// All rules of axe, on the profile in its four payout states, with everything open that opens.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const width of [1440, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('axe finds nothing on a new profile, its forms and its dialogs', async ({
      signedInPage: page,
      complaints,
    }) => {
      test.slow();
      await page.goto(paths.profile());
      const account = payoutAccount(page);
      await account.expectState('form');
      await expectNoFindings(page, 'a new profile');

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

      await account.calendar.click();
      await expectNoFindingsWith(page, page.getByRole('grid'));
      await page.keyboard.press('Escape');

      complaints.expect(/status of 422/);
      const refused = { code: 'payout_details_refused', message: 'No such phone number' };
      const answers = [
        { status: 422, json: refused },
        { status: 200, json: { stripe_error_token: 'token' } },
      ];
      // Nothing of it reaches the API: the driver belongs to other journeys, too.
      await page.route(apiAddress(apiPaths.insertPayoutDetails()), (route) =>
        route.fulfill(answers.shift()),
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

    for (const state of ['pending', 'done', 'disabled'] as const) {
      test.describe(`payouts: ${state}`, () => {
        test.use({ driver: drivers[state] });

        test('axe finds nothing on the profile, nor where a link was sent', async ({
          signedInPage: page,
        }) => {
          await page.goto(paths.profile());
          const account = payoutAccount(page);
          await account.expectState(state);
          await expectNoFindings(page, `the profile, payouts: ${state}`);

          for (const path of [
            apiPaths.resendOnboardingLink('*', 1),
            apiPaths.resendOnboardingLink('*', 2),
            apiPaths.updateBankDetails(),
          ]) {
            await page.route(apiAddress(path), (route) => route.fulfill({ status: 204 }));
          }
          await account[state === 'done' ? 'updateBankDetails' : 'resend'].click();
          await expectNoFindingsWith(page, page.getByRole('alertdialog'));
          await closeMessage(page, 'Secure link sent');
        });
      });
    }
  });
}

const apiAddress = (path: string) => `**${apiBasePath}${path}`;

async function expectNoFindingsWith(page: Page, opened: Locator): Promise<void> {
  await expect(opened).toBeVisible();
  await expectNoFindings(page, `with this open: ${await opened.textContent()}`);
}
