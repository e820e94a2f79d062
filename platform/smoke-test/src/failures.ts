import { join } from 'node:path';
import { nameOf, type Problem } from '@kargo/release-log/rules/release-gate';
import type { Visit } from './plan-visits.ts';
import type { TestSite } from './screens.ts';

export interface Failure {
  visit: Visit;
  /** What was seen, as one sentence. */
  problem: string;
  /** What the person was doing, such as `after a reload`. */
  moment: string;
  path: string;
  /** An error, something that took too long, or something worse than in the current release. */
  kind: 'error' | 'late' | 'worse';
}

export function byCause(failures: readonly Failure[]): Failure[][] {
  const causes = Map.groupBy(failures, causeOf);
  return [...causes.values()].map(withoutConsequences);
}

/** Returns a text shared by failures with the same cause. */
export const causeOf = ({ problem }: Failure): string => firstLine(problem).replaceAll(/\d+/g, '#');

/** A visit that only passes through another screen fails because that screen does. */
function withoutConsequences(same: Failure[]): Failure[] {
  const isOwn = ({ visit, path }: Failure) => path === visit.screen.path;
  const failing = new Set(same.filter(isOwn).map(({ path }) => path));
  return same.filter((failure) => isOwn(failure) || !failing.has(failure.path));
}

/** The rest of an error is its stack, which varies between visits. */
const firstLine = (problem: string): string => problem.split('\n')[0] ?? '';

/**
 * Describes failures of one cause in one sentence. Blames the shell for failures of several
 * remotes, and for those of a remote that has not changed.
 */
export function describe(
  failures: readonly Failure[],
  { releases, judged }: Pick<TestSite, 'releases' | 'judged'>,
  evidence?: string,
): Problem {
  const [first] = failures;
  if (!first) throw new Error('There is no failure');
  const apps = new Set(failures.map(({ visit }) => visit.screen.app));
  const [own = ''] = apps;
  const isOwn = apps.size === 1 && (judged?.includes(own) ?? true);
  const app = isOwn || !releases.has('shell') ? own : 'shell';
  const release = releases.get(app);
  const screens = [...new Set(failures.map(({ visit }) => visit.screen.id))].join(', ');
  const { person, width, way } = first.visit;
  const times = failures.length > 1 ? `, and ${failures.length - 1} more` : '';
  const who = person.token === null ? 'a visitor' : `a driver (${person.name})`;
  const when = `${who}, ${width} px, by ${way}, ${first.moment}${times}`;
  const files = evidence ? ` See ${evidence}.png and ${evidence}.zip.` : '';
  return `${release && nameOf(release)} fails the smoke test at ${screens}: ${firstLine(first.problem).slice(0, 3000)} [${when}].${files}`;
}

/** Returns the path of a failure's files, without their suffixes. */
export function evidencePath(folder: string, { visit }: Failure): string {
  const { screen, person, width, way } = visit;
  const words = [screen.id, person.name, `${width}`, way].join(' ');
  return join(folder, words.replaceAll(/[^A-Za-z0-9]+/g, '-'));
}
