import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Problem } from '@kargo/shared-types/releases/release-gate';
import { byCause, describe, evidencePath, type Failure } from './failures.ts';
import type { Visit } from './plan-visits.ts';
import type { Visitor } from './visitor.ts';

/** Number of pages that are open at the same time. */
const tabsAtOnce = availableParallelism() * 3;

/** A visit that takes longer hangs; the slowest ones take a minute where everything is slow. */
const longestMs = 5 * 60_000;

/** Maximum number of failures that are tried again, and kept as pictures and traces. */
const mostRepeated = 5;

interface Visited {
  /** What went wrong, one sentence each. */
  problems: Problem[];
  /** What went wrong once, but not when it was tried again. */
  warnings: string[];
  /** What took how long. */
  summary: string;
}

/**
 * Makes all visits. What fails is tried again alone. What a browser that has nothing else to do does not see may be
 * due to this machine: it is a warning, unless it was an error in several visits. What is seen again is traced.
 *
 * @param evidence folder for pictures and traces of what failed
 * @param longestVisitMs after which a visit is given up
 */
export async function visitAll(
  visitor: Pick<Visitor, 'site' | 'visit' | 'visitAlone' | 'trace'>,
  visits: readonly Visit[],
  evidence: string,
  longestVisitMs = longestMs,
): Promise<Visited> {
  const failures: Failure[] = [];
  const visiting = performance.now();
  const waiting = [...visits];
  const visitNext = async (): Promise<void> => {
    const visit = waiting.shift();
    if (!visit) return;
    const found = await inTime(visitor.visit(visit), longestVisitMs);
    failures.push(...(found ?? [hanging(visit, longestVisitMs)]));
    return visitNext();
  };
  await Promise.all(Array.from({ length: tabsAtOnce }, visitNext));
  const repeating = performance.now();

  const { releases } = visitor.site;
  const problems: Problem[] = [];
  const warnings: string[] = [];
  for (const [index, same] of byCause(failures).entries()) {
    const [first] = same;
    if (!first) continue;
    const path = index < mostRepeated ? evidencePath(evidence, first) : undefined;
    const isSeenAgain =
      !path || (await inTime(visitor.visitAlone(first.visit), longestVisitMs))?.length !== 0;
    if (isSeenAgain && path) await inTime(visitor.trace(first.visit, path), longestVisitMs);
    if (isSeenAgain) problems.push(describe(same, releases, path));
    else if (same.length > 1 && !first.isCompared) problems.push(describe(same, releases));
    else warnings.push(`${describe(same, releases)} It did not happen again.`);
  }
  const summary = [
    `${visits.length} visits: ${seconds(visiting, repeating)}`,
    ...(failures.length > 0 ? [`failures again: ${seconds(repeating, performance.now())}`] : []),
  ].join(', ');
  return { problems, warnings, summary };
}

/** Gives up what hangs, such as in a browser that does not answer. Then it returns undefined. */
async function inTime<Result>(work: Promise<Result>, mostMs: number): Promise<Result | undefined> {
  const over = new AbortController();
  const late = wait(mostMs, undefined, { signal: over.signal });
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
    late.catch(() => undefined);
  }
}

const hanging = (visit: Visit, afterMs: number): Failure => ({
  visit,
  problem: `the visit did not end within ${afterMs / 1000} s`,
  moment: 'at some moment',
  path: visit.screen.path,
  isCompared: false,
});

const seconds = (start: number, end: number) => `${((end - start) / 1000).toFixed(1)} s`;
