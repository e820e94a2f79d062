import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import type { Profile } from '@kargo/shared-types/api/driver';
import type { Page } from '@playwright/test';

const profiles = {
  form: { form_completed: false },
  pending: { form_completed: true, onboarding_completed: false, stripe_error_token: 'token' },
  done: { form_completed: true, onboarding_completed: true },
  disabled: {
    form_completed: true,
    onboarding_error: 'requirements.past_due',
    stripe_error_token: 'token',
  },
} satisfies Record<string, Partial<Profile>>;

/** Shows the page its driver with payouts in this state, so that one driver can have each of them. */
export async function showPayoutState(page: Page, state: keyof typeof profiles): Promise<void> {
  await page.route(`**${apiBasePath}${apiPaths.verify()}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...profiles[state] } });
  });
}
