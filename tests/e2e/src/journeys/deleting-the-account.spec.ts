import { paths } from '@kargo/shared-types/page/paths';
import { expectIdle } from '../support/expect-idle.ts';
import { expect, test } from '../support/journey.ts';

test('a driver is asked before the account is deleted, and either answer changes nothing', async ({
  signedInPage: page,
}) => {
  await page.goto(paths.profile());
  const zone = page.getByRole('region', { name: 'Danger Zone' });
  const open = zone.getByRole('button', { name: 'Delete Account' });
  const dialog = page.getByRole('alertdialog', { name: 'Delete Account' });
  const cancel = dialog.getByRole('button', { name: 'No, cancel' });
  await expect(open).toBeVisible();
  await expectIdle(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('.js')) calls.push(request.url());
  });

  const responses = [
    () => cancel.click(),
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Yes, delete it' }).click(),
  ];
  for (const response of responses) {
    await open.click();
    await expect(dialog).toContainText(
      'Are you sure you want to delete your account? You will not be able to revert this.',
    );
    await expect(cancel).toBeFocused();
    await response();
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
  }
  expect(calls).toEqual([]);
  await expect(page).toHaveURL(paths.profile());
});
