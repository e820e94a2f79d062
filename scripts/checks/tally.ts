/** How many items of a run passed, failed and were skipped. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

export function sum(tallies: readonly Tally[]): Tally {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** Such as `312 passed, 0 failed, 2 skipped`. */
export function inWords({ passed, failed, skipped }: Tally): string {
  const words = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${words}, ${skipped} skipped` : words;
}

/**
 * What a test runner's report says. Each takes the parsed JSON and throws when it is not the report
 * of a finished run.
 */
export const readers = {
  /** `node --test` with count-node-tests.ts. */
  node: (report: unknown): Tally => {
    const counts = report as Record<'passed' | 'failed' | 'cancelled' | 'skipped' | 'todo', number>;
    return tally({
      passed: counts.passed,
      failed: counts.failed + counts.cancelled,
      skipped: counts.skipped + counts.todo,
    });
  },

  /** `jest --json`. A suite that cannot be loaded has no tests, and counts as one that failed. */
  jest: (report: unknown): Tally => {
    const counts = report as Record<
      | 'numPassedTests'
      | 'numFailedTests'
      | 'numPendingTests'
      | 'numTodoTests'
      | 'numRuntimeErrorTestSuites',
      number
    >;
    return tally({
      passed: counts.numPassedTests,
      failed: counts.numFailedTests + counts.numRuntimeErrorTestSuites,
      skipped: counts.numPendingTests + counts.numTodoTests,
    });
  },

  /** Playwright's JSON reporter. A test that passed at the second try has failed. */
  playwright: (report: unknown): Tally => {
    const { stats, errors } = report as {
      stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
      errors: unknown[];
    };
    return tally({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
    });
  },
};

function tally(numbers: Tally): Tally {
  if (!Object.values(numbers).every(Number.isInteger)) throw new Error('The report has no totals');
  return numbers;
}
