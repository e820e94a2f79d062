import { type Audit, median } from './lighthouse.ts';
import { type Load, type PageName, pages } from './load-page.ts';

/** The ways to build the site, by the folder of the build, with their titles. */
export const variants = {
  site: 'This site',
  'one-bundle': 'One bundle, prerendered',
};

type VariantName = keyof typeof variants;
export const variantNames = Object.keys(variants) as VariantName[];

/** All measurements of one run, with times in ms. */
export interface Results {
  /** The commit, the machine and its load. */
  about: object;
  visits: { variant: VariantName; page: PageName; load: Load }[];
  lighthouse: Audit[];
}

const inMs = (ms: number) => `${Math.round(ms)} ms`;
const inKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** How the report names and writes each measure. */
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

/** Highest values of a page's measures; `against` makes them shares of another variant's value. */
const limits: readonly (readonly [PageName, Measure, limit: number, against?: VariantName])[] = [
  ['home', 'javascript', 143_000],
  ['login', 'javascript', 150_000],
  ['profile', 'javascript', 165_000],
  ['home', 'tbt', 50],
  ['home', 'longestTask', 75],
  ['home', 'hydrated', 1.1, 'one-bundle'],
  ['profile', 'lcp', 950],
  ['again', 'lcp', 650],
  ['home', 'html', 19_000],
  ['home', 'inp', 100],
  ['home', 'chakra', 0],
  ['home', 'prefetched', 200],
  ['home', 'soft', 750],
];

/** Lowest scores of Lighthouse, by category. */
const leastScores = [98, 100, 100, 100];

/** Prints medians and targets, and returns whether all targets were reached. */
export function report(results: Results): boolean {
  console.log(results.about);
  for (const page of Object.keys(pages) as PageName[]) {
    console.log(pages[page].title);
    const rowOf = (variant: VariantName) =>
      (Object.keys(measures) as Measure[])
        .map((name) => ({ name, value: medianOf(results, variant, page, name) }))
        .filter(({ value }) => !Number.isNaN(value))
        .map(({ name, value }) => [measures[name].title, measures[name].inWords(value)]);
    const rows = variantNames.map((name) => [variants[name], Object.fromEntries(rowOf(name))]);
    console.table(Object.fromEntries(rows));
  }
  const targets = targetsOf(results);
  console.table(targets);
  return targets.every(({ isReached }) => isReached);
}

function targetsOf(results: Results) {
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

function lighthouseTarget({ path, scores }: Audit) {
  return {
    title: `Lighthouse for phones on ${path}`,
    limit: `≥ ${leastScores.join(' / ')}`,
    measured: scores.join(' / '),
    isReached: leastScores.every((least, category) => (scores[category] ?? 0) >= least),
  };
}

const inHundredths = (value: number) => value.toFixed(2);

function medianOf(
  { visits }: Results,
  variant: VariantName,
  page: PageName,
  measure: Measure,
): number {
  const some = visits.filter((it) => it.variant === variant && it.page === page);
  return median(some.map(({ load }) => load[measure] ?? Number.NaN));
}
