import { paths } from '@kargo/shared-types/page/paths';
import { closeMessage } from '../support/close-message.ts';
import { drivers } from '../support/drivers.ts';
import { expectNoFindings } from '../support/expect-no-findings.ts';
import { expect, signIn, test } from '../support/journey.ts';
import { widths } from '../support/widths.ts';

// All rules of axe in each state of the login; accessibility.spec.ts covers the empty one.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const width of widths(390)) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('axe finds nothing on the login, whatever its outcome', async ({
      page,
      driver,
      consoleErrors,
    }) => {
      await page.goto(paths.login());
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByText('Email is required')).toBeVisible();
      await expectNoFindings(page, 'fields with errors');

      const alert = page.getByRole('alertdialog');
      consoleErrors.expect(/status of 400/);
      await signIn(page, { ...driver, password: 'not-the-password' });
      await expect(alert).toContainText('Email or password is incorrect.');
      await expectNoFindings(page, 'a wrong password', alert);
      await closeMessage(page);

      consoleErrors.expect(/status of 403/);
      await signIn(page, drivers.unapproved);
      await expect(alert).toContainText('Your account is not approved yet');
      await expectNoFindings(page, 'a driver who is not approved', alert);
      await closeMessage(page);

      await page.getByRole('button', { name: 'Forgot password' }).click();
      await expect(alert).toContainText('Password reset email sent');
      await expectNoFindings(page, 'a mail to set a new password', alert);
      await closeMessage(page);

      const { promise: isLookedAt, resolve: goOn } = Promise.withResolvers<void>();
      await page.route('**/api/v1/login', async (route) => {
        await isLookedAt;
        await route.abort();
      });
      consoleErrors.expect(/ERR_FAILED/);
      await signIn(page, driver);
      await expect(page.getByTestId('loading-overlay')).toBeVisible();
      await expectNoFindings(page, 'while the login is on its way');
      goOn();
      await expect(alert).toContainText('Something went wrong!');
    });
  });
}
