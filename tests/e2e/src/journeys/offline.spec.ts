import { paths } from '@kargo/shared-types/page/paths';
import { closeMessage } from '../support/close-message.ts';
import { expectHydrated } from '../support/expect-hydrated.ts';
import { expectIdle } from '../support/expect-idle.ts';
import { expectNoFindings } from '../support/expect-no-findings.ts';
import { expect, signIn, test } from '../support/journey.ts';
import { profileForm } from '../support/profile-form.ts';
import { pressInProfileMenu } from '../support/profile-menu.ts';
import { widths } from '../support/widths.ts';

// A form is sent offline: the dialog and the notice of the connection agree (spec section 8).
// tunnel.spec.ts has pages that wait for the connection.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const width of widths(1440)) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('a driver who logs in while offline tries again when the connection is back', async ({
      page,
      context,
      driver,
      consoleErrors,
    }) => {
      consoleErrors.allow(/ERR_INTERNET_DISCONNECTED/);
      await page.goto(paths.login());
      await expectHydrated(page);
      await page.getByLabel('Email').fill(driver.email);
      await page.getByLabel('Password', { exact: true }).fill(driver.password);
      await expectIdle(page);
      await context.setOffline(true);
      await expect(
        page.getByText("You're offline. We'll carry on when you're back."),
      ).toBeVisible();

      const submit = page.getByRole('button', { name: 'Sign In' });
      await submit.click();
      const entriesKept = 'Nothing was sent; your entries are still here.';
      await expect(
        page.getByRole('alertdialog', { name: `You're offline. ${entriesKept}` }),
      ).toBeVisible();
      await expect(page.getByText("You're offline. Nothing was sent.")).toBeVisible();
      await expect(page.getByText(/We'll carry on/)).toHaveCount(0);
      await expectNoFindings(page, 'a login that was not sent');

      await context.setOffline(false);
      await expect(page.getByText('Back online. You can try again now.')).toBeVisible();
      await expect(
        page.getByRole('alertdialog', { name: `You're back online. ${entriesKept}` }),
      ).toBeVisible();
      await closeMessage(page);
      await submit.click();
      await expect(page).toHaveURL(paths.home());
    });

    test('a driver who saves the profile while offline saves it when the connection is back', async ({
      signedInPage: page,
      context,
      consoleErrors,
    }) => {
      await page.goto(paths.profile());
      const form = profileForm(page);
      await form.name.fill('Nell Offline');
      await expectIdle(page);
      await context.setOffline(true);
      consoleErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch IP address/);
      await form.save.click();
      const alert = page.getByRole('alertdialog', { name: 'Error updating profile' });
      const entriesKept = 'Nothing was sent; your entries are still here.';
      await expect(alert).toContainText(`You're offline. ${entriesKept}`);
      await expect(page.getByText("You're offline. Nothing was sent.")).toBeVisible();
      await expectNoFindings(page, 'a profile that was not sent', alert);

      await context.setOffline(false);
      await expect(alert).toContainText(`You're back online. ${entriesKept}`);
      await closeMessage(page);
      await expect(form.name).toHaveValue('Nell Offline');
      await form.save.click();
      await expect(page.getByText('Profile updated successfully!')).toBeVisible();
    });
  });
}

test('a driver whose browser wrongly says that it is offline can do everything', async ({
  page,
  context,
  driver,
  consoleErrors,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
  await signIn(page, driver);
  await expect(page).toHaveURL(paths.home());
  await page.goto(paths.profile());
  const form = profileForm(page);
  await expect(form.name).toHaveValue(driver.name);
  await form.name.fill('Nell Behind');
  await form.save.click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(page.getByText(/offline/)).toHaveCount(0);

  consoleErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await form.name.fill('Nell Beyond');
  await form.save.click();
  await expect(page.getByRole('alertdialog')).toContainText("You're offline. Nothing was sent;");
  await context.setOffline(false);
  await closeMessage(page);
  await form.save.click();
  await expect(form.message('Saved')).toBeVisible();

  await pressInProfileMenu(page, 'Logout');
  await expect(page).toHaveURL(paths.login());
});
