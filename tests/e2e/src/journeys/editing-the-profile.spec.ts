import { paths } from '@kargo/shared-types/page/paths';
import { expect, signIn, test } from '../support/journey.ts';
import { picture } from '../support/picture.ts';
import { profileForm } from '../support/profile-form.ts';
import { pressInProfileMenu } from '../support/profile-menu.ts';

test('a driver signs in, changes name, phone and photo, and finds them after a reload', async ({
  page,
  session,
  driver,
}) => {
  await signIn(page, driver);
  await expect(page).toHaveURL(paths.home());
  const header = page.getByTestId('site-header');
  await pressInProfileMenu(page, 'My Profile');

  const { name, phone, image, save } = profileForm(page);
  await expect(name).toHaveValue(driver.name);
  await name.fill('  Ada Lovelace-Field ');
  await phone.fill('+1 (202) 555-0177');
  await image.setInputFiles({
    name: 'me.PNG',
    mimeType: 'image/png',
    buffer: picture(64, [109, 40, 217]),
  });
  await expect(page.getByRole('img', { name: 'Preview of me.PNG' })).toBeVisible();
  await save.click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(header.getByText('Ada Lovelace-Field', { exact: true })).toBeVisible();

  await page.reload();
  await expect(name).toHaveValue('Ada Lovelace-Field');
  await expect(phone).toHaveValue('+1 (202) 555-0177');
  const photo = page.getByRole('img', { name: 'Your profile image' });
  await expect(photo).toHaveJSProperty('complete', true);
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  const saved = await session.profile();
  expect(saved).toMatchObject({ name: 'Ada Lovelace-Field', phone: '+1 (202) 555-0177' });
  expect(saved.image).toMatch(/^\/api\/v1\/profile-images\//);
});

test('the server refuses a file that is a picture only by name, and nothing is lost', async ({
  signedInPage: page,
  consoleErrors,
  session,
  driver,
}) => {
  consoleErrors.expect(/status of 422/);
  await page.goto(paths.profile());
  const { name, image, save } = profileForm(page);
  await name.fill('Ada Forger');
  await image.setInputFiles({
    name: 'forged.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  });
  // The preview moves the button.
  await expect(page.getByRole('img', { name: 'Preview of forged.png' })).toBeVisible();
  await save.click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Error updating profile');
  await expect(alert).toContainText('Please try again later.');
  await alert.getByRole('button').click();
  await expect(name).toHaveValue('Ada Forger');
  expect((await session.profile()).name).toBe(driver.name);
});

test('a driver empties the form and sees what is missing', async ({ signedInPage: page }) => {
  await page.goto(paths.profile());
  const { name, phone, save, message } = profileForm(page);
  await phone.fill('');
  await name.fill(' ');
  // Leaving the name shows its error, which moves the button during a press of usual length.
  await save.click({ delay: 200 });
  await expect(message('Name is required')).toBeVisible();
  await expect(message('Phone number is required')).toBeVisible();
  // Pointed at or not.
  await phone.hover();
  const danger = await message('Name is required').evaluate((text) => getComputedStyle(text).color);
  for (const field of [name, phone]) {
    await expect(field).toHaveCSS('border', `2px solid ${danger}`);
  }
});
