import { apiPaths } from '@kargo/shared-types/api/api-paths';
import type { Profile } from '@kargo/shared-types/api/driver';
import type { ErrorBody } from '@kargo/shared-types/api/error';
import { sampleDriver, sampleDriverIn } from '@kargo/shared-types/api/sample-driver';

const refused = {
  code: 'driver_not_approved',
  message: 'Your account is not approved yet',
} satisfies ErrorBody;

/** Sample responses of the API for the smoke test of a release. */
export const samples = {
  [`GET ${apiPaths.verify()}`]: sampleDriver,
  [`GET ${apiPaths.resendOnboardingLink('sample', 1)}`]: {},
  [`GET ${apiPaths.resendOnboardingLink('sample', 2)}`]: {},
  [`GET ${apiPaths.updateBankDetails()}`]: {},
  [`POST ${apiPaths.insertPayoutDetails()}`]: { stripe_error_token: 'sample' },
};

const picture = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E';

/** The kinds of drivers that the smoke test signs in. */
export const drivers = {
  'not set up': responsesFor(sampleDriverIn.form),
  'link mailed': responsesFor(sampleDriverIn.pending),
  paused: responsesFor(sampleDriverIn.disabled),
  ready: responsesFor({ ...sampleDriverIn.done, name: 'Ada', image: picture }),
  'not approved': { [`GET ${apiPaths.verify()}`]: refused },
};

function responsesFor(profile: Profile) {
  return {
    [`GET ${apiPaths.verify()}`]: profile,
    [`POST ${apiPaths.updateProfile()}`]: profile,
  };
}
