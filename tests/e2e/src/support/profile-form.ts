import type { Page } from '@playwright/test';

export function profileForm(page: Page) {
  const form = page.getByRole('region', { name: 'Profile Information' });
  return {
    name: form.getByLabel('Name'),
    phone: form.getByLabel('Phone number'),
    image: form.locator('input[type=file]'),
    save: form.getByRole('button', { name: 'Save changes' }),
    message: (text: string) => form.getByText(text),
  };
}
