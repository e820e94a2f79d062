import { setTimeout as wait } from 'node:timers/promises';

export class TooSlowError extends Error {}

/**
 * Waits for the result of work, with a timeout.
 *
 * @throws {TooSlowError} with this sentence when the work takes too long
 */
export async function inTime<T>(work: Promise<T>, limitMs: number, sentence: string): Promise<T> {
  const late = wait(limitMs, undefined, { ref: false }).then(() => {
    throw new TooSlowError(sentence);
  });
  return Promise.race([work, late]);
}
