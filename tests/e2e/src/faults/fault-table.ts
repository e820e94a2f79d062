import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Case, Outcome } from './visit.ts';

/** The fault of a remote, or of the shell. */
type Visit = Omit<Case, 'remote'> & { remote: string };
type Result = Omit<Outcome, 'ofRemote'>;

const file = join(import.meta.dirname, '../../../../docs/faults.md');

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

  /** Writes the table to `docs/faults.md`. */
  async write(): Promise<void> {
    await writeFile(file, `${introduction}\n${this}\n`);
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

const introduction = `# What a visitor sees when a release fails

Measured in a browser by \`tests/e2e/src/faults/faults.spec.ts\` with two real releases of each remote. The first half of
a row is a visit in which the current release fails and the one before it is there to fall back on; in the second
half both fail, and the fault is mended before "Try again" is pressed. Header and footer stayed in every visit to a
route that has them (the login has none), no page was loaded again, and no code ran that nobody had signed. That is so for
remotes; a shell that does not start leads to the page with the one before, once, and a hang counts as that after 15 s.
Times are from the click, or from the first request for the page, until the screen's heading or the message stood
there; they hold for the machine that they were measured on.

"Tampered" is a script that was changed on its way. What is changed in the release store ends in the last good release too,
on the first load and in the app: an entry, a chunk or only its compressed variant (\`changed-files.spec.ts\`); a wrong
signature, none, or that of a foreign key, of a remote and of the shell, and a log whose last entry was removed
(\`store.spec.ts\`); a pipe, a link or 400 MB in place of a file (\`platform/gateway/src/releases/hostile-store.test.ts\`). A style that was changed on its way is not used, and its part of the page is drawn without it.

A screen that throws while it is left, in the clean-up of an effect, in a ref, while it unmounts or in a portal, takes nothing
down: the next screen is shown below the same header, or in the other layout, and no release is blamed but in the console
(\`shell/src/leaving-a-screen.test.tsx\`; \`engines/new-release.spec.ts\` in Chromium, Firefox and WebKitGTK).

\`pnpm proof faults\` writes this file anew.
`;
