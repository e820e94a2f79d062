import { setTimeout as wait } from 'node:timers/promises';

/** Repeats what fails while servers are away, for five minutes unless given. */
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
