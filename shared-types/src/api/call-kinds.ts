import type { apiPaths } from './api-paths.ts';

/** Whether a call carries an image (`upload`) or may wait for a service; else `plain`. */
export type CallKind = 'plain' | 'upload' | 'identity' | 'stripe' | 'storage';

/** The kind of each call. A call without one does not compile. */
export const callKinds = {
  login: 'identity',
  verifyMagicToken: 'plain',
  verify: 'plain',
  passwordChanged: 'identity',
  resendOnboardingLink: 'plain',
  anyResendOnboardingLink: 'plain',
  updateBankDetails: 'plain',
  updateProfile: 'upload',
  insertPayoutDetails: 'upload',
  logout: 'plain',
  ip: 'plain',
  xsrf: 'plain',
  schema: 'plain',
  profileImage: 'storage',
  payoutLink: 'stripe',
  payoutReturn: 'stripe',
  stripeWebhook: 'stripe',
} as const satisfies Record<keyof typeof apiPaths, CallKind>;
