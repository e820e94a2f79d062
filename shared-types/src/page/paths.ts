/**
 * The addresses of the site (spec section 2, route table). Every link is built here;
 * shell/src/routes.test.ts matches each with the shell's router.
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

/**
 * State of a history entry that points into a page, so that the address has no fragment. Given to
 * a link, it makes the shell scroll to the element with that id and focus its heading.
 */
export interface AnchorState {
  anchor: Anchor;
}
