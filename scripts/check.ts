import { checkSteps } from './checks/check-steps.ts';
import { runSteps, showFailures } from './checks/run-steps.ts';
import { inWords, sum } from './checks/tally.ts';

// `pnpm check`: format, lint, types, dead code, imports between packages and unit tests.

const outcomes = await runSteps(checkSteps);
showFailures(outcomes);
const total = sum(outcomes.map(({ tally }) => tally));
console.log(`\n${inWords(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
