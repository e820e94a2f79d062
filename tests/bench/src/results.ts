import { type Audit, median } from './lighthouse.ts';
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

const inMs = (ms: number) => `${Math.round(ms)} ms`;
const inKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** How the report names and writes each measure of a page load. */
export const measures = {
  lcp: { title: 'LCP', inWords: inMs },
  hydrated: { title: 'hydrated', inWords: inMs },
  tbt: { title: 'TBT', inWords: inMs },
  longestTask: { title: 'longest task', inWords: inMs },
  cls: { title: 'CLS', inWords: (shift) => shift.toFixed(3) },
  html: { title: 'HTML', inWords: inKb },
  javascript: { title: 'JavaScript', inWords: inKb },
  requests: { title: 'requests', inWords: String },
  waves: { title: 'waves', inWords: String },
} satisfies { [name in keyof Load]?: { title: string; inWords: (value: number) => string } };

export type Measure = keyof typeof measures;

/** All measurements of one run of the bench; times in ms. */
export interface Results {
  /** What was measured where, for people. */
  about: object;
  visits: { variant: VariantName; page: PageName; load: Load }[];
  lighthouse: Audit[];
  /** As `measureRequests` returns them, for people. */
  requests: object[];
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
