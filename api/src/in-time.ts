import { setTimeout as wait } from 'node:timers/promises';

/** Something did not end within its time. */
export class TooSlowError extends Error {}

/**
 * Returns the result of the work.
 *
 * @throws {TooSlowError} with this sentence when it takes too long
 */
export async function inTime<T>(work: Promise<T>, limitMs: number, sentence: string): Promise<T> {
  const late = wait(limitMs, undefined, { ref: false }).then(() => {
    throw new TooSlowError(sentence);
  });
  return Promise.race([work, late]);
}
