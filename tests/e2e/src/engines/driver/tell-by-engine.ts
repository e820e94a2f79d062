import type { Reporter, TestCase } from '@playwright/test/reporter';

interface Totals {
  passed: number;
  failed: number;
  /** Titles of skipped journeys, by reason. */
  skipped: Map<string, string[]>;
}

/** Prints the totals of each engine, and why journeys were skipped. */
export default class TellByEngine implements Reporter {
  readonly #engines = new Map<string, Totals>();

  onTestEnd(test: TestCase): void {
    const engine = test.parent.project()?.name ?? '';
    const totals = this.#engines.get(engine) ?? { passed: 0, failed: 0, skipped: new Map() };
    this.#engines.set(engine, totals);
    const outcome = test.outcome();
    if (outcome === 'expected') totals.passed += 1;
    else if (outcome !== 'skipped') totals.failed += 1;
    else {
      const reasons = test.annotations.filter(({ type }) => type === 'skip');
      const reason = reasons.map(({ description }) => description).join(', ');
      totals.skipped.set(reason, [...(totals.skipped.get(reason) ?? []), test.title]);
    }
  }

  onEnd(): void {
    for (const [engine, { passed, failed, skipped }] of this.#engines) {
      console.log(`  ${engine}: ${passed} passed, ${failed} failed`);
      for (const [reason, titles] of skipped) {
        console.log(`    ${titles.length} skipped – ${reason || 'no reason given'}`);
      }
    }
  }

  /** Another reporter prints the tests. */
  printsToStdio(): boolean {
    return false;
  }
}
