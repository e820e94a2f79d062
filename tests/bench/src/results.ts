import type { Audit } from './lighthouse.ts';
import type { Load, PageName } from './load-page.ts';

/** The ways to build the site, with their titles. The name is that of the folder that the build writes. */
export const variants = {
  site: 'This site',
  'one-bundle-prerendered': 'One bundle, prerendered',
  'one-bundle': 'One bundle, client rendered',
  'textbook-federation': 'Textbook federation',
};

export type VariantName = keyof typeof variants;
export const variantNames = Object.keys(variants) as VariantName[];

/** All measurements of one run of the bench; times in ms. */
export interface Results {
  /** What was measured where, for people. */
  about: object;
  visits: { variant: VariantName; page: PageName; load: Load }[];
  lighthouse: Audit[];
  /** As `measureRequests` returns them, for people. */
  requests: object[];
}
