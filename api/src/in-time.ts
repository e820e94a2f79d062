import { setTimeout as wait } from 'node:timers/promises';

/** Something did not end within its time. */
export class TooSlowError extends Error {}

/** What the work comes to, unless that takes too long: then a TooSlowError with this sentence. */
export async function inTime<T>(work: Promise<T>, limitMs: number, sentence: string): Promise<T> {
  const late = wait(limitMs, undefined, { ref: false }).then(() => {
    throw new TooSlowError(sentence);
  });
  return Promise.race([work, late]);
}
