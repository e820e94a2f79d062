import type { Page } from '@playwright/test';

/** Submits bank details and a listed decision on the stand-in's page. */
export async function finishAtStripe(page: Page, decision: string): Promise<void> {
  await page.getByLabel('There is nobody here to check anything').selectOption(decision);
  await page.getByRole('button', { name: 'Agree and submit' }).click();
}

/** Changes Stripe's decision about the account with this email address. */
export async function decideAtStripe(
  page: Page,
  stripeUrl: string,
  email: string,
  decision: string,
): Promise<void> {
  await page.goto(stripeUrl);
  const account = page.getByRole('listitem').filter({ hasText: email });
  await account.getByLabel("Stripe's decision").selectOption(decision);
  await account.getByRole('button', { name: 'Decide' }).click();
}
