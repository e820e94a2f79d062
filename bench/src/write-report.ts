import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kinds } from 'e2e/support/network';
import { root } from './builds/root.ts';
import { chartsOf } from './charts.ts';
import { type Figures, figuresOf, formFiguresOf, totalBytes } from './figures.ts';
import type { Load } from './load-page.ts';
import { type Profile, profiles } from './profiles.ts';
import type { RequestCost } from './requests/measure-requests.ts';
import { requests } from './requests/request-targets.ts';
import type { Results } from './results.ts';
import { inKb, inMs, targetsOf } from './targets.ts';
import { variants } from './variants.ts';

/** The bench writes its report between these marks in docs/performance.md. */
const marks = ['<!-- measured -->', '<!-- /measured -->'] as const;

/** Prints the report; with `isKept`, also writes it to docs/, with its charts. */
export async function writeReport(
  results: Results,
  { isKept }: { isKept: boolean },
): Promise<void> {
  const report = reportOf(results);
  console.log(`\n${report}`);
  if (!isKept) return;
  const file = join(root, 'docs/performance.md');
  const text = await readFile(file, 'utf8');
  const [before = '', rest = ''] = text.split(marks[0]);
  const after = rest.split(marks[1])[1];
  if (after === undefined) throw new Error(`${file} lacks ${marks.join(' or ')}`);
  await writeFile(file, `${before}${marks[0]}\n\n${report}\n${marks[1]}${after}`);
  for (const [name, svg] of Object.entries(chartsOf(results))) {
    await writeFile(join(root, 'docs/pictures', `${name}.svg`), svg);
  }
  execFileSync(process.execPath, ['--run', 'format'], { cwd: root });
}

function reportOf(results: Results): string {
  const { about, developer, lighthouse } = results;
  const { coldBuild, warmBuild, start, edit } = developer;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    `Measured on ${about.date} at commit ${about.commit}: ${about.machine}; ${about.browser}; ${about.rounds} rounds in turn, medians;`,
    `load average ${about.loads.map((load) => load.toFixed(1)).join(', ')} after the rounds.`,
    '',
    '### Targets',
    '',
    table(
      [
        'on the phone, nothing in the cache; `/` where no page is named',
        'target',
        'measured',
        'reached',
      ],
      targetsOf(results).map(({ title, limit, measured, isReached }) => [
        title,
        limit,
        measured,
        isReached ? 'yes' : '**no**',
      ]),
    ),
    '',
    ...profiles.flatMap((profile) => [
      `### ${profile.title}`,
      '',
      ...profileTables(results, profile),
    ]),
    '### Pages with forms, on the phone',
    '',
    ...formTables(results),
    '### Lighthouse for phones',
    '',
    table(
      ['page', 'performance', 'accessibility', 'best practices', 'SEO', 'LCP', 'TBT', 'findings'],
      lighthouse.map(({ path, scores, lcp, tbt, findings }) => [
        `\`${path}\``,
        ...Object.values(scores).map(String),
        seconds(lcp),
        inMs(tbt),
        findings.join(', ') || '–',
      ]),
    ),
    '',
    '### Processor time of a request',
    '',
    requestTable(results.requests),
    '',
    '### For developers',
    '',
    table(
      ['', ''],
      [
        ['build of all apps from nothing', seconds(coldBuild)],
        ['build after a change in one remote', seconds(warmBuild)],
        ['`pnpm start` with current releases, until it is ready', seconds(start)],
        ['an edit under `pnpm dev` until it is on the screen', seconds(edit)],
      ],
    ),
    '',
  ].join('\n');
}

/** What each request costs, beside the same work done bare. */
export function requestTable(costs: readonly RequestCost[]): string {
  const inMicroseconds = (ms: number) => `${Math.round(ms * 1000)} µs`;
  return table(
    ['request', 'takes', 'bare', 'takes', 'ratio', 'lowest–highest', 'at least'],
    costs.map(({ name, ms, bareMs, spread }) => [
      requests[name].title,
      inMicroseconds(ms),
      requests[name].bare,
      inMicroseconds(bareMs),
      (bareMs / ms).toFixed(2),
      spread.map((ratio) => ratio.toFixed(2)).join('–'),
      requests[name].least.toFixed(2),
    ]),
  );
}

function profileTables(results: Results, profile: Profile): string[] {
  const rows = (row: (figures: Figures) => string[], onlyScripts = false) =>
    variants
      .filter(({ hasScripts }) => hasScripts || !onlyScripts)
      .map(({ name, title }) => [title, ...row(figuresOf(results, name, profile.name))]);
  const spread = ([from, to]: readonly [number, number]) => `${Math.round(from)}–${Math.round(to)}`;
  return [
    table(
      [
        '`/`, nothing in the cache',
        'FCP',
        'LCP',
        'lowest–highest',
        'hydrated',
        'TBT',
        'longest task',
        'CLS',
        'INP',
      ],
      rows(({ cold, lcpSpread, inp }) => [
        inMs(cold.fcp),
        inMs(cold.lcp),
        spread(lcpSpread),
        ifAny(cold.hydrated ?? 0, inMs),
        inMs(cold.tbt),
        ifAny(cold.longestTask, inMs),
        cold.cls.toFixed(3),
        ifAny(inp, inMs),
      ]),
    ),
    '',
    table(
      ['`/`, over the wire', ...kinds, 'requests', 'waves'],
      rows(({ cold }) => [
        ...kinds.map((kind) => ifAny(cold.bytes[kind], inKb)),
        String(cold.requests),
        String(cold.waves),
      ]),
    ),
    '',
    table(
      [
        '`/` again',
        'LCP',
        'hydrated',
        'bytes',
        'after shipping marketing',
        'hydrated',
        'bytes',
        'requests',
      ],
      rows(
        ({ repeat, shipped }) => [
          inMs(repeat.lcp),
          inMs(repeat.hydrated ?? 0),
          inKb(totalBytes(repeat)),
          inMs(shipped.lcp),
          inMs(shipped.hydrated ?? 0),
          inKb(totalBytes(shipped)),
          String(shipped.requests),
        ],
        true,
      ),
    ),
    '',
    table(
      ['from Home', 'Login usable after its click'],
      rows(({ login }) => [inMs(login)], true),
    ),
    '',
  ];
}

/** The pages with forms, on the phone. */
function formTables(results: Results): string[] {
  const ofLoad = (load: Load) => [
    inMs(load.fcp),
    inMs(load.lcp),
    ifAny(load.hydrated ?? 0, inMs),
    inMs(load.tbt),
    ifAny(load.longestTask, inMs),
    load.cls.toFixed(3),
    ifAny(load.bytes.javascript, inKb),
    String(load.requests),
    String(load.waves),
  ];
  const titles = {
    login: '`/login`, nothing in the cache',
    profile: '`/profile`, signed in, nothing in the cache',
    profileAgain: '`/profile` again',
  } as const;
  return Object.entries(titles).flatMap(([name, title]) => [
    table(
      [
        title,
        'FCP',
        'LCP',
        'hydrated',
        'TBT',
        'longest task',
        'CLS',
        'JavaScript',
        'requests',
        'waves',
      ],
      variants.map((variant) => [
        variant.title,
        ...ofLoad(formFiguresOf(results, variant.name)[name as keyof typeof titles]),
      ]),
    ),
    '',
  ]);
}

const ifAny = (value: number, inWords: (value: number) => string) =>
  value === 0 ? '–' : inWords(value);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map((_, index) => (index === 0 ? '---' : '--:'))),
    ...rows.map(line),
  ].join('\n');
}
