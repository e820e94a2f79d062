/** Path of the API behind the gateway, unless configured otherwise. */
export const apiBasePath = '/api/v1';

/** The product calls (spec section 7), relative to the API base. */
export const apiPaths = {
  login: () => '/login',
  verifyMagicToken: () => '/driver/verify-magic-token',
  verify: () => '/verify',
  /** Not in the spec: ends the driver's other sessions after the password was changed. */
  passwordChanged: () => '/driver/password-changed',
  resendOnboardingLink: (stripeErrorToken: string, mode: ResendMode) =>
    `/resend-onboarding-link/${encodeURIComponent(stripeErrorToken)}/${mode}`,
  /** Route pattern of `resendOnboardingLink`, for the API's router. */
  anyResendOnboardingLink: () => '/resend-onboarding-link/:token/:mode',
  updateBankDetails: () => '/update-bank-details',
  updateProfile: () => '/driver/profile/update',
  insertPayoutDetails: () => '/insert-payout-details',
  logout: () => '/logout',
  ip: () => '/ip',
  /** Not in the spec: sets the cookie that a browser's state-changing calls need. */
  xsrf: () => '/xsrf',
  /** Not in the spec: the schemas of all calls, as OpenAPI. Releases are compared with it. */
  schema: () => '/openapi.json',
  /** Profile images. The API sends the full address as the profile's `image`. */
  profileImage: (imageKey: string) => `/profile-images/${imageKey}`,
  /** Link in a payout mail; it redirects to a Stripe page that is created on each visit. */
  payoutLink: (linkToken: string) => `/payout-links/${linkToken}`,
  /** Stripe redirects people here, whether they finished or not. */
  payoutReturn: (linkToken: string) => `/payout-links/${linkToken}/return`,
  /** Called by Stripe, not by the site. */
  stripeWebhook: () => '/stripe/webhook',
} as const;

/** 1: onboarding incomplete or link expired. 2: disabled account. */
export type ResendMode = 1 | 2;
