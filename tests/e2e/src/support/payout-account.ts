import { expect, type Page } from '@playwright/test';

export function payoutAccount(page: Page) {
  const card = page.getByRole('region', { name: 'Stripe Connected Account' });
  const button = (name: string) => card.getByRole('button', { name });
  const form = {
    firstName: card.getByLabel('First name'),
    lastName: card.getByLabel('Last name'),
    phone: card.getByLabel('Phone number'),
    dateOfBirth: card.getByRole('textbox', { name: 'Date of birth' }),
    calendar: button('Pick from a calendar'),
    document: card.locator('input[type=file]'),
    submit: button('Submit Stripe Form'),
  };
  return {
    ...form,
    resend: button('Resend Link'),
    checkStatus: button('Check status'),
    updateBankDetails: button('Update Bank Details'),
    text: (text: string | RegExp) => card.getByText(text),

    async expectState(state: 'disabled' | 'form' | 'pending' | 'done'): Promise<void> {
      await expect(card.getByTestId('payout-state')).toHaveAttribute('data-state', state);
    },

    /** Fills in everything except the document. */
    async fillIn(): Promise<void> {
      await form.firstName.fill('Nell');
      await form.lastName.fill('Newby');
      await form.phone.fill('2025550142');
      await form.dateOfBirth.fill('02291988');
    },

    /** Chooses a document and waits until it is read; the form would still send the last one. */
    async chooseDocument(name: string, buffer: Buffer): Promise<void> {
      await form.document.setInputFiles({ name, mimeType: 'image/png', buffer });
      await expect(card.getByText(name, { exact: true })).toBeVisible();
    },

    /** Expects the values of `fillIn`, as the form formats them. */
    async expectEntriesKept(): Promise<void> {
      await expect(form.firstName).toHaveValue('Nell');
      await expect(form.lastName).toHaveValue('Newby');
      await expect(form.phone).toHaveValue('+1 2025550142');
      await expect(form.dateOfBirth).toHaveValue('02/29/1988');
    },
  };
}
