/**
 * The addresses of the site (spec section 2, route table). Every link is built here; the shell's
 * route table is tested against each of them.
 */
export const paths = {
  home: () => '/',
  about: () => '/about',
  termsAndConditions: () => '/terms-and-conditions',
  privacyPolicy: () => '/privacy-policy',
  faqs: () => '/FAQs',
  support: () => '/support',
  howItWorks: () => '/how-it-works',
  login: () => '/login',
  profile: () => '/profile',
  stripeSuccess: () => '/stripe-success',
  stripeError: () => '/stripe-error',
} as const;

/** Anchors of the landing page's sections, and of the contact block in the footer. */
export type Anchor =
  | 'about'
  | 'features'
  | 'how_it_work'
  | 'testimonials'
  | 'getstarted'
  | 'faqs'
  | 'contact';
