export interface Total {
  passed: number;
  /** Names of the items that failed, each with its message. */
  failed: string[];
  /** Why each item was skipped. */
  skipped: string[];
}

/** @param name its name, followed by its message when it failed */
export function oneItem(name: string, passed: boolean): Total {
  return { passed: Number(passed), failed: passed ? [] : [name], skipped: [] };
}

export function sum(totals: readonly Total[]): Total {
  const all: Total = { passed: 0, failed: [], skipped: [] };
  for (const { passed, failed, skipped } of totals) {
    all.passed += passed;
    all.failed.push(...failed);
    all.skipped.push(...skipped);
  }
  return all;
}

/** Such as `312 passed, 0 failed, 2 skipped`. */
export function inWords({ passed, failed, skipped }: Total): string {
  const words = `${passed} passed, ${failed.length} failed`;
  return skipped.length > 0 ? `${words}, ${skipped.length} skipped` : words;
}

/** Describes the failures, one line for each reason why tests were skipped, and the total. */
export function summary(total: Total): string {
  const failures = total.failed.map((failure) => `✗ ${failure.slice(0, longestFailure)}\n`);
  const byReason = Object.entries(Object.groupBy(total.skipped, (reason) => reason));
  const skipped = byReason.map(([reason, items = []]) => `– ${items.length} skipped: ${reason}`);
  return ['', ...failures, ...skipped, inWords(total)].join('\n');
}

/** In characters; the log further up contains the rest. */
const longestFailure = 2000;

/** Prints the summary, and sets the exit code to 1 when anything failed. */
export function endWith(total: Total): void {
  console.log(summary(total));
  process.exitCode = total.failed.length > 0 ? 1 : 0;
}
