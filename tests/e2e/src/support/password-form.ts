import type { Page } from '@playwright/test';

export function passwordForm(page: Page) {
  const form = page.getByRole('region', { name: 'Change Password' });
  const fields = {
    old: form.getByLabel('Old Password', { exact: true }),
    new: form.getByLabel('New Password', { exact: true }),
    confirm: form.getByLabel('Confirm Password', { exact: true }),
  };
  const submit = form.getByRole('button', { name: 'Change Password' });
  return {
    ...fields,
    submit,
    message: (text: string) => form.getByText(text),

    async send(values: Record<keyof typeof fields, string>): Promise<void> {
      await fields.old.fill(values.old);
      await fields.new.fill(values.new);
      await fields.confirm.fill(values.confirm);
      await submit.click();
    },
  };
}
