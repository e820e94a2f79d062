import { expect, type Page } from '@playwright/test';

/** Opens the header's menu and presses one of its items. */
export async function pressInProfileMenu(page: Page, name: 'My Profile' | 'Logout'): Promise<void> {
  const header = page.getByTestId('site-header');
  await header.getByRole('button', { name: 'Profile' }).click();
  const item = header.getByRole(name === 'Logout' ? 'button' : 'link', { name, exact: true });
  // While the menu slides open, Playwright would scroll the page to reach the item.
  await expect(item).toBeInViewport({ ratio: 1 });
  await item.click();
}
