import { test } from 'node:test';
import { hookRuns } from './testing/run-hooks.ts';

// Before importing anything that uses the signatures.
hookRuns();
const { randomRun } = await import('./testing/random-run.ts');

// `pnpm proof release-log` runs more, and plants bugs.
const last = process.env.PROOF ? 150 : 50;

test('In random runs no record is lost, goes back, counts in part or blocks others', async () => {
  for (let seed = 1; seed <= last; seed += 1) await randomRun(seed);
});
