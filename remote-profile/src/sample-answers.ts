import type { ProfileResponse } from 'shared-types/driver';

/** What the API answers when the screens of a release are tried out before it is published. */
export const sampleAnswers = {
  'GET /verify': {
    name: 'Sample Driver',
    phone: '+1 2025550123',
    image: null,
    form_completed: false,
    onboarding_completed: false,
    onboarding_error: null,
    stripe_error_token: null,
  } satisfies ProfileResponse,
};
