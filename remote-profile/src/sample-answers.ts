import { apiPaths } from '@kargo/shared-types/api/api-paths';
import type { Profile } from '@kargo/shared-types/api/driver';
import type { ErrorBody } from '@kargo/shared-types/api/error';
import { sampleDriver } from '@kargo/shared-types/api/sample-driver';

const linkMailed = {
  ...sampleDriver,
  form_completed: true,
  stripe_error_token: 'sample',
} satisfies Profile;

const paused = { ...linkMailed, onboarding_error: 'requirements.past_due' } satisfies Profile;

const ready = { ...linkMailed, onboarding_completed: true } satisfies Profile;

const refused = {
  code: 'driver_not_approved',
  message: 'Your account is not approved yet',
} satisfies ErrorBody;

/** Sample responses of the API for the smoke test of a release. */
export const sampleAnswers = {
  [`GET ${apiPaths.verify()}`]: sampleDriver,
  [`GET ${apiPaths.resendOnboardingLink('sample', 1)}`]: {},
  [`GET ${apiPaths.resendOnboardingLink('sample', 2)}`]: {},
  [`GET ${apiPaths.updateBankDetails()}`]: {},
};

/** The kinds of drivers that the smoke test signs in. */
export const sampleDrivers = {
  'not set up': responsesFor(sampleDriver),
  'link mailed': responsesFor(linkMailed),
  paused: responsesFor(paused),
  ready: responsesFor(ready),
  'not approved': { [`GET ${apiPaths.verify()}`]: refused },
};

function responsesFor(profile: Profile) {
  return {
    [`GET ${apiPaths.verify()}`]: profile,
    [`POST ${apiPaths.updateProfile()}`]: profile,
  };
}
