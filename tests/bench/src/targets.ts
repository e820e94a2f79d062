import type { Audit } from './lighthouse.ts';
import { type PageName, pages } from './load-page.ts';
import {
  type Measure,
  measures,
  medianOf,
  type Results,
  type VariantName,
  variants,
} from './results.ts';

/** The most that a page may have of a measure: as a part of what a variant's page has, if one is named. */
const limits: readonly (readonly [PageName, Measure, limit: number, against?: VariantName])[] = [
  ['home', 'lcp', 0.35, 'one-bundle'],
  ['home', 'lcp', 0.3, 'textbook-federation'],
  ['home', 'hydrated', 1.15, 'one-bundle-prerendered'],
  ['home', 'tbt', 60],
  ['home', 'longestTask', 200],
  ['home', 'javascript', 1.2, 'one-bundle'],
  ['home', 'javascript', 165_000],
  ['home', 'html', 16_000],
  ['home', 'cls', 0.01],
  ['home', 'waves', 2],
  ['profile', 'lcp', 1.15, 'one-bundle-prerendered'],
  ['profile', 'hydrated', 1.15, 'one-bundle-prerendered'],
  ['profile', 'longestTask', 200],
  ['profile', 'javascript', 205_000],
  ['profile', 'cls', 0.01],
];

/** Compares one run with all targets. */
export function targetsOf(results: Results) {
  return [
    ...limits.map(([page, measure, limit, against]) => {
      const measured = medianOf(results, 'site', page, measure);
      const value = against ? measured / medianOf(results, against, page, measure) : measured;
      const { title, inWords } = measures[measure];
      const write = against ? inHundredths : inWords;
      return {
        title: `${pages[page].title}: ${title}${against ? ` / ${variants[against]}` : ''}`,
        limit: `≤ ${write(limit)}`,
        measured: write(value),
        isReached: value <= limit,
      };
    }),
    ...results.lighthouse.map(lighthouseTarget),
  ];
}

/** `/login` is hidden from search engines, which lowers its score in the last category. */
function lighthouseTarget({ path, scores, findings }: Audit) {
  const isListed = findings.every((id) => id === 'is-crawlable' && path === '/login');
  const [performance = 0, accessibility, bestPractices] = Object.values(scores);
  return {
    title: `Lighthouse for phones on ${path}`,
    limit: '≥ 95 / 100 / 100 / 100',
    measured: Object.values(scores).join(' / '),
    isReached: performance >= 95 && accessibility === 100 && bestPractices === 100 && isListed,
  };
}

const inHundredths = (value: number) => value.toFixed(2);
