import type { ProfileResponse } from './driver.ts';
import type { PayoutState } from './payout-state.ts';

/** A signed-in driver without payouts, for trying screens without an API. */
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

const linkMailed = { ...sampleDriver, form_completed: true, stripe_error_token: 'sample' };

/** The same driver in each state of payouts. */
export const sampleDriverIn: Record<PayoutState, ProfileResponse> = {
  form: sampleDriver,
  pending: linkMailed,
  done: { ...linkMailed, onboarding_completed: true },
  disabled: { ...linkMailed, onboarding_error: 'requirements.past_due' },
};
