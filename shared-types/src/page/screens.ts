/** The screens that each remote has to provide; the remote exposes one module per screen. */
export const screens = {
  marketing: [
    'Home',
    'About',
    'TermsAndConditions',
    'PrivacyPolicy',
    'Faqs',
    'Support',
    'HowItWorks',
  ],
  auth: ['Login'],
  profile: ['Profile', 'StripeSuccess', 'StripeError'],
} as const;

export type RemoteName = keyof typeof screens;

/** One screen of one remote, such as `marketing/Home`. */
export type ScreenId = { [R in RemoteName]: `${R}/${(typeof screens)[R][number]}` }[RemoteName];
