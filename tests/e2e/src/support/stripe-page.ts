import type { Page } from '@playwright/test';

type Decision =
  | 'Everything is in order'
  | 'A better picture of the document is needed'
  | 'A better picture of the document is needed in a week'
  | 'Transfers are refused'
  | 'The account is rejected';

/** Submits bank details and a decision on the page of Stripe's stand-in. */
export async function finishAtStripe(page: Page, decision: Decision): Promise<void> {
  await page.getByLabel('There is nobody here to check anything').selectOption(decision);
  await page.getByRole('button', { name: 'Agree and submit' }).click();
}

/** Changes Stripe's decision about the account with this e-mail address. */
export async function decideAtStripe(
  page: Page,
  stripeUrl: string,
  email: string,
  decision: Decision,
): Promise<void> {
  await page.goto(stripeUrl);
  const account = page.getByRole('listitem').filter({ hasText: email });
  await account.getByLabel("Stripe's decision").selectOption(decision);
  await account.getByRole('button', { name: 'Decide' }).click();
}
