import type { FastifyInstance } from 'fastify';

/**
 * Runs `work` at start and at each interval, one run at a time; closing the API waits for a run.
 *
 * @param work never rejects; its signal is aborted when the API is closed
 * @returns a function that runs it once more
 */
export function repeat(
  app: FastifyInstance,
  everyMs: number,
  work: (closing: AbortSignal) => Promise<void>,
): () => void {
  const closing = new AbortController();
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  const run = () => {
    running = running.then(() => work(closing.signal));
  };
  app.addHook('onListen', async () => {
    run();
    timer = setInterval(run, everyMs);
  });
  // Not in onClose, which comes after the last response.
  app.addHook('preClose', async () => {
    clearInterval(timer);
    closing.abort();
  });
  app.addHook('onClose', () => running);
  return run;
}
