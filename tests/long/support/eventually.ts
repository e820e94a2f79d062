import { setTimeout as wait } from 'node:timers/promises';

/** Repeats what fails while servers are away, for five minutes. */
export async function eventually<T>(work: () => Promise<T>): Promise<T> {
  const end = Date.now() + 300_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(200);
    }
  }
}
