import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import type { Profile } from '@kargo/shared-types/api/driver';
import type { PayoutState } from '@kargo/shared-types/api/payout-state';
import { sampleDriverIn } from '@kargo/shared-types/api/sample-driver';
import type { Page } from '@playwright/test';

/** Makes the API report this payout state to the page, so that one driver can have every state. */
export async function showPayoutState(
  page: Page,
  state: PayoutState,
  more: Partial<Profile> = {},
): Promise<void> {
  const { form_completed, onboarding_completed, onboarding_error, stripe_error_token } =
    sampleDriverIn[state];
  const payouts = { form_completed, onboarding_completed, onboarding_error, stripe_error_token };
  await page.route(`**${apiBasePath}${apiPaths.verify()}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...payouts, ...more } });
  });
}
