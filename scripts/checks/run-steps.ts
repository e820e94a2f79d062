import { availableParallelism } from 'node:os';
import { type Outcome, runStep, type Step } from './step.ts';
import { inWords } from './tally.ts';

/** Runs steps, as many at a time as there are processors, and prints a line as each one ends. */
export async function runSteps(steps: readonly Step[]): Promise<Outcome[]> {
  const waiting = [...steps];
  const outcomes: Outcome[] = [];
  const workers = Array.from({ length: availableParallelism() }, async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const outcome = await runStep(step);
      outcomes.push(outcome);
      showProgress(outcome);
    }
  });
  await Promise.all(workers);
  return outcomes;
}

/** Prints what the steps that failed have to say. */
export function showFailures(outcomes: readonly Outcome[]): void {
  for (const { name, tally, output } of outcomes) {
    if (tally.failed > 0 && output) console.log(`\n── ${name} ──\n${output}`);
  }
}

/** Prints a line for what has ended. */
export function showProgress({ name, tally, seconds }: Outcome): void {
  const mark = tally.failed > 0 ? '✗' : '✓';
  const isRunner = tally.passed + tally.failed + tally.skipped > 1;
  const count = isRunner ? inWords(tally) : '';
  const duration = `${seconds.toFixed(1)} s`.padStart(8);
  console.log(`${mark} ${name.padEnd(32)} ${duration}  ${count}`.trimEnd());
}
