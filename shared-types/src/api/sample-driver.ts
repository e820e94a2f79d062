import type { ProfileResponse } from './driver.ts';

/** A signed-in driver where screens are tried without an API, who has not set up payouts. */
export const sampleDriver: ProfileResponse = {
  name: 'Sample Driver',
  phone: '+1 2025550123',
  image: null,
  form_completed: false,
  onboarding_completed: false,
  onboarding_error: null,
  stripe_error_token: null,
};
