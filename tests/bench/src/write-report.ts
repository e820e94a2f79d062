import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@kargo/commands/settings';
import { type Load, type PageName, pages } from './load-page.ts';
import { measures } from './measures.ts';
import { medianOf, type Results, variantNames, variants } from './results.ts';
import { type Target, targetsOf } from './targets.ts';

/** The bench writes its report between these marks in docs/performance.md. */
const marks = ['<!-- measured -->', '<!-- /measured -->'] as const;

/**
 * Prints the report; with `isKept`, also writes it to docs/.
 *
 * @returns the targets that were missed
 */
export async function writeReport(
  results: Results,
  { isKept }: { isKept: boolean },
): Promise<Target[]> {
  const targets = targetsOf(results);
  const report = reportOf(results, targets);
  console.log(`\n${report}`);
  if (isKept) await keep(report);
  return targets.filter(({ isReached }) => !isReached);
}

async function keep(report: string): Promise<void> {
  const file = join(root, 'docs/performance.md');
  const text = await readFile(file, 'utf8');
  const [before = '', rest = ''] = text.split(marks[0]);
  const after = rest.split(marks[1])[1];
  if (after === undefined) throw new Error(`${file} lacks ${marks.join(' or ')}`);
  await writeFile(file, `${before}${marks[0]}\n\n${report}\n${marks[1]}${after}`);
  execFileSync(process.execPath, ['--run', 'format'], { cwd: root });
}

function reportOf(results: Results, targets: readonly Target[]): string {
  const { date, commit, machine, browser, rounds, loads } = results.about;
  return [
    `Measured on ${date} at commit ${commit}: ${machine}; ${browser}; ${rounds} rounds in turn, medians;`,
    `load average ${loads.map((load) => load.toFixed(1)).join(', ')} after the rounds.`,
    '',
    '### Targets',
    '',
    'The target in brackets.',
    '',
    `- **Reached**: ${listed(targets.filter(({ isReached }) => isReached))}`,
    `- **Missed**: ${listed(targets.filter(({ isReached }) => !isReached))}`,
    '',
    '### Pages',
    '',
    ...Object.keys(pages).map((page) => pageTable(results, page as PageName)),
    '### Lighthouse for phones',
    '',
    table(
      ['page', 'LCP', 'TBT', 'findings'],
      results.lighthouse.map(({ path, lcp, tbt, findings }) => [
        `\`${path}\``,
        measures.lcp.inWords(lcp),
        measures.tbt.inWords(tbt),
        findings.join(', ') || '–',
      ]),
    ),
    '### Requests',
    '',
    table(
      ['request', 'a second', '99 % below'],
      results.requests.map(({ title, perSecond, p99 }) => [
        title,
        perSecond.toFixed(0),
        measures.lcp.inWords(p99),
      ]),
    ),
  ].join('\n');
}

const listed = (targets: readonly Target[]) =>
  `${targets.map(({ title, limit, measured }) => `${title} ${measured} (${limit})`).join('; ')}.`;

const columns = [
  'lcp',
  'hydrated',
  'tbt',
  'longestTask',
  'html',
  'javascript',
  'requests',
  'waves',
] as const satisfies readonly (keyof Load)[];

function pageTable(results: Results, page: PageName): string {
  return table(
    [pages[page].title, ...columns.map((name) => measures[name].title)],
    variantNames.map((name) => [
      variants[name],
      ...columns.map((column) => written(column, medianOf(results, name, page, column))),
    ]),
  );
}

function written(measure: keyof Load, value: number): string {
  return value === 0 && measure !== 'cls' ? '–' : measures[measure].inWords(value);
}

/** With an empty line after it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map((_, index) => (index === 0 ? '---' : '--:'))),
    ...rows.map(line),
    '',
  ].join('\n');
}
