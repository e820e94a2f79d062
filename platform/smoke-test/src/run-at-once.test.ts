import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { runAtOnce } from './run-at-once.ts';

/** Returns how many of some tasks ran at the same time at the end of each of the first seconds. */
async function tasksAtOnce(t: import('node:test').TestContext, idleShares: readonly number[]) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const counts: number[] = [];
  const ends: (() => void)[] = [];
  let running = 0;
  const shares = [...idleShares];
  const all = runAtOnce(
    Array.from({ length: 100 }),
    async () => {
      running += 1;
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    },
    () => shares.shift() ?? 0.1,
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  for (const _ of idleShares) {
    t.mock.timers.tick(1000);
    // One that ends makes room, or not.
    ends.shift()?.();
    await settle();
    counts.push(running);
  }
  while (running > 0) {
    for (const end of ends.splice(0)) end();
    await settle();
  }
  await all;
  return counts;
}

test('more tasks run while processors are idle, and fewer while they are busy', async (t) => {
  const least = availableParallelism() * 2;
  assert.deepEqual(await tasksAtOnce(t, [0.5, 0.5, 0.1, 0, 0, 0]), [
    least + 1,
    least + 2,
    least + 2,
    least + 1,
    least,
    least,
  ]);
});
