import { setTimeout as wait } from 'node:timers/promises';

/** Repeats work that fails while servers are away, by default for five minutes. */
export async function eventually<T>(work: () => Promise<T>, mostMs = 300_000): Promise<T> {
  const end = Date.now() + mostMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(200);
    }
  }
}
