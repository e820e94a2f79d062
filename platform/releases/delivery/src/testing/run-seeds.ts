import { plantedBugs } from './planted-bugs.ts';
import { hookRuns } from './run-hooks.ts';

// node run-seeds.ts <first seed> <last seed> [planted bug]: prints a broken run, and exits with 2.

const [first = 1, last = 100, bug] = process.argv.slice(2).map(Number);
hookRuns(bug === undefined ? undefined : plantedBugs[bug]);
Error.stackTraceLimit = 0;
const { randomRun } = await import('./random-run.ts');
const { BrokenError } = await import('./unreliable-store.ts');
for (let seed = first; seed <= last; seed += 1) {
  await randomRun(seed).catch((error) => {
    if (!(error instanceof BrokenError)) throw error;
    console.log(error.message);
    process.exit(2);
  });
}
