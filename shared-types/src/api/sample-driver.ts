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
  id: 'c0ffee00-0000-4000-8000-000000000001',
  masked_email: 's•••@kargo.example',
  mails_from: 'no-reply@kargo.example',
  last_link: null,
};
