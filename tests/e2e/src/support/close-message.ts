import { expect, type Page } from '@playwright/test';

export async function closeMessage(page: Page, ...texts: string[]): Promise<void> {
  const dialog = page.getByRole('alertdialog');
  for (const text of texts) await expect(dialog).toContainText(text);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
}
