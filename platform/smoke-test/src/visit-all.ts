import { setTimeout as wait } from 'node:timers/promises';
import type { Problem } from '@kargo/release-log/contract/release-gate';
import { byCause, causeOf, describe, evidencePath, type Failure } from './failures.ts';
import type { Visit } from './plan-visits.ts';
import { runAtOnce } from './run-at-once.ts';
import type { Visitor } from './visitor.ts';

/** A visit that takes longer hangs; the slowest ones take a minute where everything is slow. */
const longestMs = 5 * 60_000;

/** Maximum number of visits that are made again once it is clear that the release is refused. */
const mostRepeated = 10;

/** Maximum number of failures that are kept as pictures and traces. */
const mostTraced = 5;

/** The part of a visitor that makes visits. */
type Visits = Pick<Visitor, 'site' | 'visit' | 'visitAlone' | 'trace'>;

/**
 * Makes all visits. A failure is tried again alone, unless it was an error in several visits: a busy machine
 * proves nothing about time and looks. If it is seen again, it is traced, and refuses the release. If not, an error
 * is a warning, and a difference is forgotten.
 *
 * @param evidence folder for pictures and traces of what failed
 * @param longestVisitMs after which a visit is given up
 * @returns problems and warnings, one sentence each
 */
export async function visitAll(
  visitor: Visits,
  visits: readonly Visit[],
  evidence: string,
  longestVisitMs = longestMs,
) {
  const failures: Failure[] = [];
  const limited = withDeadline(visitor, longestVisitMs);
  await runAtOnce(visits, async (visit) => {
    failures.push(...(await limited.visit(visit)));
  });
  return judge(limited, failures, evidence);
}

async function judge(visitor: Visits, failures: readonly Failure[], evidence: string) {
  const { releases } = visitor.site;
  const problems = new Set<Problem>();
  const warnings: string[] = [];
  const seenAgain = new Map<Visit, Failure[]>();
  for (const same of byCause(failures)) {
    const [first] = same;
    if (!first) continue;
    const isAgreed = first.kind === 'error' && same.length > 1;
    if (!isAgreed && problems.size > 0 && seenAgain.size >= mostRepeated) {
      warnings.push(`${describe(same, releases)} It was not tried again.`);
      continue;
    }
    if (!isAgreed && !seenAgain.has(first.visit))
      seenAgain.set(first.visit, await visitor.visitAlone(first.visit));
    const again = isAgreed ? same : (seenAgain.get(first.visit) ?? []);
    const confirmed = again.find((it) => causeOf(it) === causeOf(first)) ?? again[0];
    if (confirmed) {
      const path = problems.size < mostTraced ? evidencePath(evidence, first) : undefined;
      if (path) await visitor.trace(first.visit, path);
      problems.add(describe([confirmed, ...same.slice(1)], releases, path));
    } else if (first.kind !== 'worse') {
      warnings.push(`${describe(same, releases)} It did not happen again.`);
    }
  }
  return { problems: [...problems], warnings };
}

/** Gives up visits that hang, which then fail. */
function withDeadline(visitor: Visits, mostMs: number): Visits {
  const orHanging = async (visit: Visit, visiting: Promise<Failure[]>) =>
    (await inTime(visiting, mostMs)) ?? [hanging(visit, mostMs)];
  return {
    site: visitor.site,
    visit: (visit) => orHanging(visit, visitor.visit(visit)),
    visitAlone: (visit) => orHanging(visit, visitor.visitAlone(visit)),
    trace: async (visit, path) => void (await inTime(visitor.trace(visit, path), mostMs)),
  };
}

/** Gives up what hangs, such as in a browser that does not answer. Then it returns undefined. */
const inTime = <Result>(work: Promise<Result>, mostMs: number): Promise<Result | undefined> =>
  Promise.race([work, wait(mostMs, undefined, { ref: false })]);

const hanging = (visit: Visit, afterMs: number): Failure => ({
  visit,
  problem: `the visit did not end within ${afterMs / 1000} s`,
  moment: 'at some moment',
  path: visit.screen.path,
  kind: 'late',
});
