import { type Audit, median } from './lighthouse.ts';
import { type Load, type PageName, pages } from './load-page.ts';

/** All measurements of one run of the bench; times in ms. */
export interface Results {
  /** The commit, the machine and its load, printed above the results. */
  about: object;
  visits: { page: PageName; load: Load }[];
  lighthouse: Audit[];
}

const inMs = (ms: number) => `${Math.round(ms)} ms`;
const inKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** How the report names and writes each measure of a page load. */
const measures = {
  lcp: { title: 'LCP', inWords: inMs },
  hydrated: { title: 'hydrated', inWords: inMs },
  tbt: { title: 'TBT', inWords: inMs },
  longestTask: { title: 'longest task', inWords: inMs },
  html: { title: 'HTML', inWords: inKb },
  javascript: { title: 'JavaScript', inWords: inKb },
  inp: { title: 'INP', inWords: inMs },
  chakra: { title: 'Chakra', inWords: String },
  prefetched: { title: 'link, prefetched', inWords: inMs },
  soft: { title: 'link', inWords: inMs },
} satisfies { [name in keyof Load]?: { title: string; inWords: (value: number) => string } };

type Measure = keyof typeof measures;

/** The highest value that a page may have for a measure. */
const limits: readonly (readonly [PageName, Measure, limit: number])[] = [
  ['home', 'javascript', 143_000],
  ['login', 'javascript', 150_000],
  ['profile', 'javascript', 165_000],
  ['home', 'tbt', 50],
  ['home', 'longestTask', 75],
  ['home', 'hydrated', 2100],
  ['profile', 'lcp', 950],
  ['again', 'lcp', 650],
  ['home', 'html', 20_000],
  ['home', 'inp', 100],
  ['home', 'chakra', 0],
  ['home', 'prefetched', 200],
  ['home', 'soft', 750],
];

/** The lowest scores that Lighthouse may give. */
const leastScores = [98, 100, 100, 100];

/** Prints the medians and the targets. Returns whether all targets were reached. */
export function report(results: Results): boolean {
  console.log(results.about);
  const rowOf = (page: PageName) =>
    (Object.keys(measures) as Measure[])
      .map((name) => ({ name, value: medianOf(results, page, name) }))
      .filter(({ value }) => !Number.isNaN(value))
      .map(({ name, value }) => [measures[name].title, measures[name].inWords(value)]);
  const rows = (Object.keys(pages) as PageName[]).map((page) => [
    pages[page].title,
    Object.fromEntries(rowOf(page)),
  ]);
  console.table(Object.fromEntries(rows));
  const targets = targetsOf(results);
  console.table(targets);
  return targets.every(({ isReached }) => isReached);
}

/** Compares one run with all targets. */
function targetsOf(results: Results) {
  return [
    ...limits.map(([page, measure, limit]) => {
      const value = medianOf(results, page, measure);
      const { title, inWords } = measures[measure];
      return {
        title: `${pages[page].title}: ${title}`,
        limit: `≤ ${inWords(limit)}`,
        measured: inWords(value),
        isReached: value <= limit,
      };
    }),
    ...results.lighthouse.map(lighthouseTarget),
  ];
}

function lighthouseTarget({ path, scores }: Audit) {
  return {
    title: `Lighthouse for phones on ${path}`,
    limit: `≥ ${leastScores.join(' / ')}`,
    measured: scores.join(' / '),
    isReached: leastScores.every((least, category) => (scores[category] ?? 0) >= least),
  };
}

/** The median of one measure over the rounds. */
function medianOf({ visits }: Results, page: PageName, measure: Measure): number {
  const some = visits.filter((visit) => visit.page === page);
  return median(some.map(({ load }) => load[measure] ?? Number.NaN));
}
