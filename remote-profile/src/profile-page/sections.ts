/** The sections of the profile page, in their order on it, with their headings. */
export const sectionTitles = {
  'profile-information': 'Profile Information',
  'change-password': 'Change Password',
  'payout-account': 'Stripe Connected Account',
  'danger-zone': 'Danger Zone',
} as const;

export type SectionId = keyof typeof sectionTitles;
