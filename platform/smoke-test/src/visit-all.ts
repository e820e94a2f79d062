import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Problem } from '@kargo/release-log/rules/release-gate';
import pLimit from 'p-limit';
import { byCause, causeOf, describe, evidencePath, type Failure } from './failures.ts';
import type { Visit } from './plan-visits.ts';
import type { Tell } from './run-smoke-test.ts';
import type { Visitor } from './visitor.ts';

/** Visits mostly wait, so one processor has time for three. */
const atOnce = availableParallelism() * 3;

/** A longer visit hangs; on a slow machine, the slowest takes a minute. */
const longestMs = 5 * 60_000;

const mostRepeated = 10;

const mostTraced = 5;

type Visits = Pick<Visitor, 'site' | 'visit' | 'visitAlone' | 'trace'>;

/**
 * Makes all visits. Tries a failure again alone, unless several visits had the same error: a busy
 * machine proves nothing about time and looks. If it recurs, it is traced and refuses the release;
 * otherwise an error becomes a warning, and a difference is ignored.
 *
 * @param tell gets the last visit, and the share of visits that are done
 */
export async function visitAll(
  visitor: Visits,
  visits: readonly Visit[],
  evidence: string,
  longestVisitMs = longestMs,
  tell: Tell = () => undefined,
) {
  const failures: Failure[] = [];
  let made = 0;
  const limited = withDeadline(visitor, longestVisitMs);
  await pLimit(atOnce).map(visits, async (visit) => {
    failures.push(...(await limited.visit(visit)));
    made += 1;
    tell(`${made} of ${visits.length}, ${inWords(visit)}`, made / visits.length);
  });
  if (failures.length > 0) tell('trying again what failed', 1);
  return judge(limited, failures, evidence);
}

function inWords({ screen, person: { name, token }, width }: Visit): string {
  const who = token === null || name === 'driver' ? name : `${name} driver`;
  return `${screen.id} as ${who}, ${width} px`;
}

async function judge(visitor: Visits, failures: readonly Failure[], evidence: string) {
  const { site } = visitor;
  const problems = new Set<Problem>();
  const warnings: string[] = [];
  const seenAgain = new Map<Visit, Failure[]>();
  for (const same of byCause(failures)) {
    const [first] = same;
    if (!first) continue;
    const isAgreed = first.kind === 'error' && same.length > 1;
    if (!isAgreed && problems.size > 0 && seenAgain.size >= mostRepeated) {
      warnings.push(`${describe(same, site)} It was not tried again.`);
      continue;
    }
    if (!isAgreed && !seenAgain.has(first.visit))
      seenAgain.set(first.visit, await visitor.visitAlone(first.visit));
    const again = isAgreed ? same : (seenAgain.get(first.visit) ?? []);
    const confirmed = again.find((it) => causeOf(it) === causeOf(first)) ?? again[0];
    if (confirmed) {
      const path = evidencePath(evidence, first);
      const trace = () => visitor.trace(first.visit, path).then(() => path);
      // A page that crashes has no picture.
      const traced = problems.size < mostTraced ? await trace().catch(() => undefined) : undefined;
      problems.add(describe([confirmed, ...same.slice(1)], site, traced));
    } else if (first.kind !== 'worse') {
      warnings.push(`${describe(same, site)} It did not happen again.`);
    }
  }
  return { problems: [...problems], warnings };
}

/** Abandons visits that hang, for example in a dead browser, and counts them as failures. */
function withDeadline(visitor: Visits, mostMs: number): Visits {
  const inTime = <T>(work: Promise<T>, otherwise: T) =>
    Promise.race([work, wait(mostMs, otherwise, { ref: false })]);
  return {
    site: visitor.site,
    visit: (visit) => inTime(visitor.visit(visit), [hanging(visit, mostMs)]),
    visitAlone: (visit) => inTime(visitor.visitAlone(visit), [hanging(visit, mostMs)]),
    trace: (visit, path) => inTime(visitor.trace(visit, path), undefined),
  };
}

const hanging = (visit: Visit, afterMs: number): Failure => ({
  visit,
  problem: `the visit did not end within ${afterMs / 1000} s`,
  moment: 'at some moment',
  path: visit.screen.path,
  kind: 'late',
});
