import { type Figures, figuresOf, formFiguresOf } from './figures.ts';
import type { Audit } from './lighthouse.ts';
import type { Load } from './load-page.ts';
import type { RequestCost } from './requests/measure-requests.ts';
import { requests } from './requests/request-targets.ts';
import type { Results } from './results.ts';
import type { VariantName } from './variants.ts';

/** A target of the site, and the measured value of one run. */
export interface Target {
  title: string;
  limit: string;
  measured: string;
  isReached: boolean;
}

/** Compares one run with the targets for `/`; the ratios are those of medians. */
export function targetsOf(results: Results): Target[] {
  const onPhone = (variant: VariantName) => figuresOf(results, variant, 'phone');
  const site = onPhone('site');
  const onDesktop = figuresOf(results, 'site', 'desktop');
  const prerendered = onPhone('one-bundle-prerendered');
  const ratio = (title: string, limit: number, value: number, of: number): Target =>
    atMost(title, limit, value / of, (it) => it.toFixed(2));
  const lcpAgainst = (title: string, limit: number, other: Figures) =>
    ratio(title, limit, site.cold.lcp, other.cold.lcp);
  const floor = onPhone('floor');
  const jsOverOneBundle = site.cold.bytes.javascript - onPhone('one-bundle').cold.bytes.javascript;
  return [
    lcpAgainst('LCP against the floor', 1.1, floor),
    lcpAgainst('LCP against one bundle, client rendered', 0.35, onPhone('one-bundle')),
    lcpAgainst('LCP against textbook federation', 0.3, onPhone('textbook-federation')),
    ratio(
      'hydrated against one bundle, prerendered',
      1.15,
      site.cold.hydrated ?? 0,
      prerendered.cold.hydrated ?? 0,
    ),
    atMost('TBT', 60, site.cold.tbt, inMs),
    atMost('longest task before the first paint', 200, site.cold.longestBeforePaint, inMs),
    atMost('longest task, desktop', 50, onDesktop.cold.longestTask, inMs),
    atMost('JavaScript over one bundle', 28_000, jsOverOneBundle, inKb),
    atMost('JavaScript', 165_000, site.cold.bytes.javascript, inKb),
    atMost('HTML with its CSS', 16_000, site.cold.bytes.html, inKb),
    atMost('CLS', 0.01, site.cold.cls, (it) => it.toFixed(3)),
    atMost('waves of requests', 2, site.cold.waves, String),
    shippedAlone(results),
    ...formTargets(results, ratio),
    atMost('click on Login until the form is usable, desktop', 100, onDesktop.login, inMs),
    ...results.lighthouse.map(lighthouseTarget),
    ...results.requests.map(requestTarget),
  ];
}

function formTargets(
  results: Results,
  ratio: (title: string, limit: number, value: number, of: number) => Target,
): Target[] {
  const { login, profile, profileAgain } = formFiguresOf(results, 'site');
  const bundle = formFiguresOf(results, 'one-bundle-prerendered').profile;
  const floor = formFiguresOf(results, 'floor').profile;
  const hydrated = (load: Load) => load.hydrated ?? 0;
  const of = (title: string) => `\`/profile\`: ${title}`;
  return [
    ratio(of('LCP against its frame without scripts'), 1.25, profile.lcp, floor.lcp),
    ratio(of('LCP against one bundle, prerendered'), 1.15, profile.lcp, bundle.lcp),
    ratio(of('hydrated against it'), 1.15, hydrated(profile), hydrated(bundle)),
    ratio(of('LCP again, against the first time'), 0.5, profileAgain.lcp, profile.lcp),
    atMost(of('longest task'), 200, profile.longestTask, inMs),
    atMost(of('CLS'), 0.01, profile.cls, (it) => it.toFixed(3)),
    atMost(of('JavaScript'), 205_000, profile.bytes.javascript, inKb),
    atMost('`/login`: JavaScript', 195_000, login.bytes.javascript, inKb),
  ];
}

export const inMs = (ms: number) => `${Math.round(ms)} ms`;
export const inKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

function atMost(
  title: string,
  limit: number,
  value: number,
  inWords: (value: number) => string,
): Target {
  const isReached = value <= limit;
  return { title, limit: `≤ ${inWords(limit)}`, measured: inWords(value), isReached };
}

/** After marketing was shipped, a repeat visit may only load the page and marketing's new files. */
function shippedAlone({ visits }: Results): Target {
  const paths = visits
    .filter(({ variant, profile }) => variant === 'site' && profile === 'phone')
    .flatMap(({ shipped }) => shipped?.paths ?? []);
  const others = new Set(
    paths.filter((path) => path !== '/' && !/^\/releases\/marketing\//.test(path)),
  );
  return {
    title: 'repeat visit after shipping marketing: other files than the page and marketing’s',
    limit: 'none',
    measured: others.size === 0 ? 'none' : [...others].join(', '),
    isReached: others.size === 0,
  };
}

/** `/login` is hidden from search engines, which lowers its score in the last category. */
function lighthouseTarget({ path, scores, findings }: Audit): Target {
  const isListed = findings.every((id) => id === 'is-crawlable' && path === '/login');
  const [performance = 0, accessibility, bestPractices] = Object.values(scores);
  const isReached = performance >= 95 && accessibility === 100 && bestPractices === 100 && isListed;
  return {
    title: `Lighthouse for phones on ${path}`,
    limit: '≥ 95 / 100 / 100 / 100',
    measured: Object.values(scores).join(' / '),
    isReached,
  };
}

function requestTarget({ name, ms, bareMs }: RequestCost): Target {
  const { title, least } = requests[name];
  const ratio = bareMs / ms;
  return {
    title: `processor time: ${title}`,
    limit: `≥ ${least.toFixed(2)}`,
    measured: ratio.toFixed(2),
    isReached: ratio >= least,
  };
}
