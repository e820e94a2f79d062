import type { Audit } from './lighthouse.ts';
import type { Load, PageName } from './load-page.ts';
import { type Measure, median } from './measures.ts';
import type { RequestLoad } from './requests.ts';

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
  about: {
    date: string;
    commit: string;
    machine: string;
    browser: string;
    rounds: number;
    /** The machine's load average after each round. */
    loads: number[];
  };
  visits: { variant: VariantName; page: PageName; load: Load }[];
  lighthouse: Audit[];
  requests: RequestLoad[];
}

/** The median of one measure over the rounds. */
export function medianOf(
  { visits }: Results,
  variant: VariantName,
  page: PageName,
  measure: Measure,
): number {
  const some = visits.filter((it) => it.variant === variant && it.page === page);
  return median(some.map(({ load }) => load[measure]));
}
