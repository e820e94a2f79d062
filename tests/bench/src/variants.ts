/** The ways to build the site, with their titles. The name is that of the folder that the build writes. */
export const variants = {
  site: 'This site',
  'one-bundle-prerendered': 'One bundle, prerendered',
  'one-bundle': 'One bundle, client rendered',
  'textbook-federation': 'Textbook federation',
};

export type VariantName = keyof typeof variants;
export const variantNames = Object.keys(variants) as VariantName[];
