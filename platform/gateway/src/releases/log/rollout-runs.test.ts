import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { usualSteps } from '@kargo/release-log/contract/rollout';
import { randomOf } from '@kargo/release-log/testing/random';
import { playRollout, type RolloutRun } from '../../testing/rollout-run.ts';

/** `PROOF=1 pnpm test` with this file plays a hundred rollouts of each kind. */
const many = process.env.PROOF ? 100 : 1;
const seeds = Array.from({ length: many }, (_, index) => index + 1);

async function playAll(
  context: TestContext,
  run: Omit<RolloutRun, 'seed' | 'steps' | 'throwsFor'>,
  isBad = false,
) {
  const played = [];
  for (const seed of seeds) {
    // One kind of driver out of four to twenty.
    const throwsFor = isBad ? 0.05 + 0.2 * randomOf(seed)() : 0;
    played.push(await playRollout(context, { ...run, seed, steps: usualSteps, throwsFor }));
  }
  return played;
}

for (const gateways of [1, 4]) {
  const what = gateways === 1 ? 'a gateway' : `${gateways} gateways`;

  test(`With ${what} a release that throws for one kind of driver ends before 10 % of visitors get it`, async (context) => {
    const played = await playAll(context, { gateways }, true);
    const stopped = played.filter(({ outcome, met }) => outcome === 'ended' && met < 0.1);
    context.diagnostic(
      `${stopped.length} of ${many}, after ${summary(played.map((it) => it.minutes))} minutes, met by ${summary(played.map(({ met }) => 100 * met))} %`,
    );
    assert.ok(stopped.length >= 0.95 * many);
  });

  test(`With ${what} a good release arrives in time, although one network forges reports`, async (context) => {
    const played = await playAll(context, { gateways, isForged: true });
    const inTime = played.filter(
      ({ outcome, minutes }) => outcome === 'arrived' && minutes <= 120.1,
    );
    context.diagnostic(`${inTime.length} of ${many}`);
    assert.equal(inTime.length, many);
  });
}

/** Returns the minimum, median and maximum. */
function summary(values: number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
    .map((value = 0) => value.toFixed(1))
    .join(', ');
}
