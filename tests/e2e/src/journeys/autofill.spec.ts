import { paths } from '@kargo/shared-types/page/paths';
import type { Locator } from '@playwright/test';
import { closeMessage } from '../support/close-message.ts';
import { hold } from '../support/hold.ts';
import { untilTokenIsNew } from '../support/identity-provider.ts';
import { linkMailedTo } from '../support/inbox.ts';
import { expect, signIn, test } from '../support/journey.ts';
import { passwordForm } from '../support/password-form.ts';
import { payoutAccount } from '../support/payout-account.ts';
import { identityDocument } from '../support/picture.ts';
import { profileForm } from '../support/profile-form.ts';

// Browsers and password managers fill in forms. own-autofill.spec.ts uses Chromium's own autofill.

test.use({ viewport: { width: 390, height: 844 } });

test('a driver whose password manager fills in the login before hydration signs in', async ({
  page,
  driver,
}) => {
  await untilTokenIsNew(driver);
  const arrive = await hold(page, /\/shell\/[^/]+\/main\.js/);
  await page.goto(paths.login(), { waitUntil: 'commit' });
  await fillIn(page.getByLabel('Email'), driver.email);
  await fillIn(page.getByLabel('Password', { exact: true }), driver.password);
  arrive();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(paths.home());
});

test('a driver whose browser fills in the address gets a mail to set a new password', async ({
  page,
  driver,
}) => {
  await page.goto(paths.login());
  const forgotten = page.getByRole('button', { name: 'Forgot password' });
  await linkMailedTo(driver.email, async () => {
    await fillIn(page.getByLabel('Email'), driver.email);
    await forgotten.click();
    await closeMessage(page, 'Password reset email sent', driver.email);
  });
});

for (const phone of ['(202) 555-0123', ...(process.env.PROOF ? ['2025550123'] : [])]) {
  test(`a driver whose browser fills in a name and ${phone} saves the profile`, async ({
    signedInPage: page,
    session,
  }) => {
    await page.goto(paths.profile());
    const form = profileForm(page);
    await fillIn(form.name, 'Nell Filled');
    await fillIn(form.phone, phone);
    await form.save.click();
    await expect(page.getByText('Profile updated successfully!')).toBeVisible();
    expect(await session.profile()).toMatchObject({ name: 'Nell Filled', phone });
  });

  test(`a driver whose browser fills in ${phone} and a date of birth sends the payout form`, async ({
    signedInPage: page,
  }) => {
    await page.goto(paths.profile());
    const account = payoutAccount(page);
    await fillIn(account.firstName, 'Nell');
    await fillIn(account.lastName, 'Newby');
    await fillIn(account.phone, phone);
    // For dates, browsers use the HTML standard's format.
    await fillIn(account.dateOfBirth, '1988-03-05');
    await expect(account.phone).toHaveValue('+1 2025550123');
    await expect(account.dateOfBirth).toHaveValue('03/05/1988');
    await account.chooseDocument('licence.png', identityDocument());
    await account.submit.click();
    await closeMessage(page, 'KYC Verification Completed');
  });
}

test('a driver follows the password manager to the form for a new password, has it filled in, and changes the password', async ({
  page,
  driver,
}) => {
  await signIn(page, driver);
  await expect(page).toHaveURL(paths.home());
  await page.goto('/.well-known/change-password');
  await expect(page).toHaveURL(`${paths.profile()}#change-password`);
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeFocused();

  const form = passwordForm(page);
  await form.old.focus();
  const username = page.locator('form:has([autocomplete=new-password]) [autocomplete=username]');
  await expect(username).toHaveValue(driver.email);
  await fillIn(form.old, driver.password);
  await fillIn(form.new, 'made-by-a-manager');
  await fillIn(form.confirm, 'made-by-a-manager');
  await form.submit.click();
  await expect(page.getByText('Password changed successfully!')).toBeVisible();
});

test('each field has the standard autocomplete token for its purpose', async ({
  signedInPage: page,
}) => {
  await page.goto(paths.profile());
  await payoutAccount(page).expectState('form');
  const purposes = () =>
    page
      .locator('input:not([type=file])')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')));
  expect(await purposes()).toEqual([
    ...['name', 'tel'],
    ...['username', 'current-password', 'new-password', 'new-password'],
    ...['given-name', 'family-name', 'tel', 'bday'],
  ]);
  await page.evaluate(() => localStorage.clear());
  await page.goto(paths.login());
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await purposes()).toEqual(['username', 'current-password']);
});

/** Fills in a field like browsers and password managers: at once, with events but no keys. */
async function fillIn(field: Locator, value: string): Promise<void> {
  await field.evaluate((input, text) => {
    // React puts its own setter on the element, which they bypass.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);
}
