/** Where the API stands behind the gateway, unless configured otherwise. */
export const apiBasePath = '/api/v1';

const resendOnboardingLink = (token: string, mode: ResendMode | ':mode') =>
  `/resend-onboarding-link/${token}/${mode}`;

/** The product calls (spec section 7), relative to the API base. */
export const apiPaths = {
  login: () => '/login',
  verifyMagicToken: () => '/driver/verify-magic-token',
  verify: () => '/verify',
  /** Beside the calls of the spec: other sessions end once the password is another. */
  passwordChanged: () => '/driver/password-changed',
  resendOnboardingLink: (stripeErrorToken: string, mode: ResendMode) =>
    resendOnboardingLink(encodeURIComponent(stripeErrorToken), mode),
  /** All of them, as the API's router writes it. */
  anyResendOnboardingLink: () => resendOnboardingLink(':token', ':mode'),
  updateBankDetails: () => '/update-bank-details',
  updateProfile: () => '/driver/profile/update',
  insertPayoutDetails: () => '/insert-payout-details',
  logout: () => '/logout',
  ip: () => '/ip',
  /** Where a profile's `image` points; the API hands the address out whole. */
  profileImage: (imageKey: string) => `/profile-images/${imageKey}`,
  /** Link in a payout mail; it leads on to a page of Stripe that is made at that moment. */
  payoutLink: (linkToken: string) => `/payout-links/${linkToken}`,
  /** Where Stripe sends people back to, finished or not. */
  payoutReturn: (linkToken: string) => `/payout-links/${linkToken}/return`,
  /** Called by Stripe, not by the site. */
  stripeWebhook: () => '/stripe/webhook',
} as const;

/** 1: onboarding incomplete or link expired. 2: disabled account. */
export type ResendMode = 1 | 2;
