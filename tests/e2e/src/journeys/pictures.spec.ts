import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paths } from '@kargo/shared-types/page/paths';
import type { Locator } from '@playwright/test';
import { dragFile } from '../support/drag-file.ts';
import { expectNoFindings } from '../support/expect-no-findings.ts';
import { hold } from '../support/hold.ts';
import { expect, test as journey } from '../support/journey.ts';
import { payoutAccount } from '../support/payout-account.ts';
import { identityDocument, picture } from '../support/picture.ts';
import { profileForm } from '../support/profile-form.ts';
import { sidewaysPhoto } from '../support/sideways-photo.ts';
import { tabTo } from '../support/tab-to.ts';
import { widths } from '../support/widths.ts';

interface Fixtures {
  /** Path of a picture on the driver's machine. */
  pictureFile: string;
}

const test = journey.extend<Fixtures>({
  pictureFile: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'kargo-picture-'));
    const file = join(folder, 'licence.png');
    await writeFile(file, picture(64, [0, 128, 128]));
    await use(file);
    await rm(folder, { recursive: true });
  },
});

for (const width of widths(390)) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('a driver has an oversized photo made smaller, and saves it upright', async ({
      signedInPage: page,
      session,
    }) => {
      await page.goto(paths.profile());
      const { image, message, save } = profileForm(page);
      await expect(image).toBeAttached();
      const buffer = await sidewaysPhoto(page);
      expect(buffer.length).toBeGreaterThan(2 * 1024 * 1024);
      await image.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
      await expect(message('Image must not be larger than 2MB')).toBeVisible();
      const form = page.getByRole('region', { name: 'Profile Information' });
      await expectNoFindings(page, 'a photo that is too large', form);

      await page.getByRole('button', { name: 'Make it smaller' }).click();
      await expect(message('me.jpg, ')).toBeVisible();
      await expect(message('Image must not be larger than 2MB')).toHaveCount(0);
      await expect(image).toBeFocused();
      const preview = page.getByRole('img', { name: 'Preview of me.jpg' });
      expect(await colours(preview)).toEqual({ isHigh: true, above: 'red', below: 'blue' });
      await expectNoFindings(page, 'a photo that was made smaller', form);
      await save.click();
      await expect(page.getByText('Profile updated successfully!')).toBeVisible();
      expect((await session.profile()).image).not.toBeNull();
    });

    test('a driver views the document before sending it, with the keyboard alone', async ({
      signedInPage: page,
    }) => {
      await page.goto(paths.profile());
      const account = payoutAccount(page);
      await account.chooseDocument('licence.png', identityDocument());
      const preview = page.getByRole('button', { name: 'Preview of licence.png' });
      await expect(preview).toBeVisible();
      const card = page.getByRole('region', { name: 'Stripe Connected Account' });
      await expectNoFindings(page, 'a document that was chosen', card);

      await tabTo(page, preview);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'licence.png' });
      await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
      await expect(dialog).toBeInViewport({ ratio: 1 });
      await expectNoFindings(page, 'a document, larger', dialog);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(preview).toBeFocused();
    });
  });
}

test('a file is chosen by dropping it onto its field', async ({
  signedInPage: page,
  pictureFile,
}) => {
  await page.goto(paths.profile());
  const card = page.getByRole('region', { name: 'Stripe Connected Account' });
  const drop = await dragFile(pictureFile, card.getByText('or drop it here'));
  await expect(card.locator('[data-over]')).toBeVisible();
  await expectNoFindings(page, 'a file over its field', card);
  await drop();
  const preview = card.getByRole('button', { name: 'Preview of licence.png' }).locator('img');
  // It has to load before the test deletes the file.
  await expect(preview).toHaveJSProperty('naturalWidth', 64);
  await expect(card.locator('[data-over]')).toHaveCount(0);
});

test('a driver sees what kind of file it is, and that it changed after it was chosen', async ({
  signedInPage: page,
  pictureFile,
}) => {
  await page.goto(paths.profile());
  const { image, message, save } = profileForm(page);
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  await image.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: heic });
  await expect(message('Only JPG, JPEG, or PNG files are allowed')).toBeVisible();
  await expect(message('It is an iPhone HEIC photo.')).toBeVisible();
  const form = page.getByRole('region', { name: 'Profile Information' });
  await expectNoFindings(page, 'a photo of another kind', form);
  const buffer = picture(64, [0, 128, 128]);
  await image.setInputFiles({ name: '1000012345', mimeType: '', buffer });
  await expect(page.getByRole('img', { name: 'Preview of 1000012345.png' })).toBeVisible();

  await image.setInputFiles(pictureFile);
  // It has to load before the file changes.
  const preview = page.getByRole('img', { name: 'Preview of licence.png' });
  await expect(preview).toHaveJSProperty('naturalWidth', 64);
  await writeFile(pictureFile, picture(32, [109, 40, 217]));
  await save.click();
  await expect(page.getByRole('alertdialog')).toContainText(
    'The file has changed. Choose it again.',
  );
  await page.getByRole('alertdialog').getByRole('button').click();
  await image.setInputFiles(pictureFile);
  await expect(preview).toHaveJSProperty('naturalWidth', 32);
  await save.click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
});

test('nothing moves when the preview of a document arrives late', async ({
  signedInPage: page,
}) => {
  await page.goto(paths.profile());
  const account = payoutAccount(page);
  // Loads the code that reads files, but not the code that previews documents.
  const buffer = picture(64, [0, 128, 128]);
  await profileForm(page).image.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('img', { name: 'Preview of me.png' })).toBeVisible();
  const arrive = await hold(page, '**/*.js');
  await account.chooseDocument('licence.png', identityDocument());
  await expect(page.getByText('licence.png')).toBeVisible();
  const before = await account.submit.boundingBox();
  arrive();
  await expect(page.getByRole('button', { name: 'Preview of licence.png' })).toBeVisible();
  expect(await account.submit.boundingBox()).toEqual(before);
});

test('a file that misses its field is not opened in place of the page', async ({
  signedInPage: page,
  pictureFile,
  context,
}) => {
  await page.goto(paths.profile());
  const { name } = profileForm(page);
  await name.fill('Ada Missed');
  for (const place of [page.getByRole('heading', { name: 'Danger Zone' }), name]) {
    await (await dragFile(pictureFile, place))();
  }
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(paths.profile());
  await expect(name).toHaveValue('Ada Missed');
  expect(context.pages()).toHaveLength(1);
});

/** Whether a picture is upright, and the strongest colours of its upper and lower part. */
async function colours(image: Locator) {
  return image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    const { naturalWidth: width, naturalHeight: height } = element;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(element, 0, 0);
    const colourAt = (y: number) => {
      const [red = 0, , blue = 0] = context?.getImageData(width / 2, y, 1, 1).data ?? [];
      return red > blue ? 'red' : 'blue';
    };
    return { isHigh: height > width, above: colourAt(height / 4), below: colourAt(height * 0.75) };
  });
}
