import type { ProfileResponse } from './driver.ts';

/** Who is signed in where screens are tried out without an API. */
export const sampleDriver: ProfileResponse = {
  name: 'Sample Driver',
  phone: '+1 2025550123',
  image: null,
  form_completed: false,
  onboarding_completed: false,
  onboarding_error: null,
  stripe_error_token: null,
};
