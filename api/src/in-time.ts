import { setTimeout as wait } from 'node:timers/promises';

/** What the work comes to, unless that takes too long: then an error with this sentence. */
export async function inTime<T>(work: Promise<T>, limitMs: number, sentence: string): Promise<T> {
  const late = wait(limitMs, undefined, { ref: false }).then(() => {
    throw new Error(sentence);
  });
  return Promise.race([work, late]);
}
