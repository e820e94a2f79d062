import type { Case, Outcome } from './visit.ts';

/** The fault of a remote, or of the shell. */
type Visit = Omit<Case, 'remote'> & { remote: string };
type Result = Omit<Outcome, 'ofRemote'>;

const columns = [
  'fault',
  'app',
  'way in',
  'shown with a last good release',
  'after ms',
  'shown without one',
  'after ms',
  '"Try again" after ms',
];

/** The results of the visits with each fault. */
export class FaultTable {
  readonly #outcomes: (Visit & Result)[] = [];

  add(visit: Visit, outcome: Result): void {
    this.#outcomes.push({ ...visit, ...outcome });
  }

  /** Returns the results as a Markdown table. */
  toString(): string {
    const rows = this.#outcomes
      .filter(({ broken }) => broken === 'current')
      .map((visit) => this.#row(visit));
    const widths = columns.map((column, index) =>
      Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
    );
    const line = (cells: string[], filler = ' ') =>
      `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0, filler)).join(' | ')} |`;
    return [
      line(columns),
      line(
        columns.map(() => ''),
        '-',
      ),
      ...rows.map((row) => line(row)),
    ].join('\n');
  }

  #row({ fault, remote, wayIn, shown, milliseconds }: Visit & Result): string[] {
    const without = this.#outcomes.find(
      (other) =>
        other.broken === 'all' &&
        other.fault === fault &&
        other.remote === remote &&
        other.wayIn === wayIn,
    );
    return [
      fault.title,
      remote,
      wayIn,
      shown,
      inMs(milliseconds),
      without?.shown ?? '–',
      inMs(without?.milliseconds),
      inMs(without?.toRecover),
    ];
  }
}

function inMs(duration: number | undefined): string {
  return duration === undefined ? '–' : `${Math.round(duration)}`;
}
