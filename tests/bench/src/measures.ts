import type { Load } from './load-page.ts';

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

/** The value in the middle, of an odd number of values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
