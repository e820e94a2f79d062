import { type Audit, median } from './lighthouse.ts';
import { type Load, type PageName, pages } from './load-page.ts';

/** The ways to build the site, with their titles. The name is that of the folder that the build writes. */
export const variants = {
  site: 'This site',
  'one-bundle-prerendered': 'One bundle, prerendered',
  'one-bundle': 'One bundle, client rendered',
  'textbook-federation': 'Textbook federation',
};

type VariantName = keyof typeof variants;
export const variantNames = Object.keys(variants) as VariantName[];

/** All measurements of one run of the bench; times in ms. */
export interface Results {
  /** The commit, the machine and its load, printed above the results. */
  about: object;
  visits: { variant: VariantName; page: PageName; load: Load }[];
  lighthouse: Audit[];
  /** Rows of the printed table, from `measureRequests`. */
  requests: object[];
}

const inMs = (ms: number) => `${Math.round(ms)} ms`;
const inKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** How the report names and writes each measure of a page load. */
const measures = {
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

type Measure = keyof typeof measures;

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

/** Prints the medians and the targets. Returns whether all targets were reached. */
export function report(results: Results): boolean {
  console.log(results.about);
  for (const page of Object.keys(pages) as PageName[]) {
    console.log(pages[page].title);
    const rowOf = (variant: VariantName) =>
      (Object.keys(measures) as Measure[]).map((name) => [
        measures[name].title,
        measures[name].inWords(medianOf(results, variant, page, name)),
      ]);
    console.table(
      Object.fromEntries(
        variantNames.map((name) => [variants[name], Object.fromEntries(rowOf(name))]),
      ),
    );
  }
  console.table(results.lighthouse, ['path', 'lcp', 'tbt', 'findings']);
  console.table(results.requests);
  const targets = targetsOf(results);
  console.table(targets);
  return targets.every(({ isReached }) => isReached);
}

/** Compares one run with all targets. */
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

/** The median of one measure over the rounds. */
function medianOf(
  { visits }: Results,
  variant: VariantName,
  page: PageName,
  measure: Measure,
): number {
  const some = visits.filter((it) => it.variant === variant && it.page === page);
  return median(some.map(({ load }) => load[measure]));
}
