export interface Failure {
  name: string;
  /** The test's file, relative to the top folder. */
  file?: string;
  /** The command that runs it alone. */
  alone: string;
  /** Its message, or the last that it printed. */
  saw: string;
}

export interface Total {
  passed: number;
  failed: Failure[];
  /** Why each item was skipped. */
  skipped: string[];
}

/** An item that passed, unless there is a failure. */
export function oneItem(failure?: Failure): Total {
  return { passed: failure ? 0 : 1, failed: failure ? [failure] : [], skipped: [] };
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
  const byReason = Object.entries(Object.groupBy(total.skipped, (reason) => reason));
  const skipped = byReason.map(([reason, items = []]) => `– ${items.length} skipped: ${reason}`);
  return ['', ...total.failed.map(describe), ...skipped, inWords(total)].join('\n');
}

function describe({ name, file, alone, saw }: Failure): string {
  const where = file ? [`  ${file}`] : [];
  return [`✗ ${name}`, ...where, `  run alone: ${alone}`, saw, ''].join('\n');
}

/** Prints the summary, and sets the exit code to 1 when anything failed. */
export function endWith(total: Total): void {
  console.log(summary(total));
  process.exitCode = total.failed.length > 0 ? 1 : 0;
}
