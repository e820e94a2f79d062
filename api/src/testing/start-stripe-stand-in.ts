import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from 'local-services/free-port';
import * as standIn from 'local-services/stripe-keys';

const program = fileURLToPath(import.meta.resolve('local-services/server'));

/** What an API that talks to the stand-in has in its environment. */
export const stripeKeys = {
  STRIPE_SECRET_KEY: standIn.stripeKeys.secretKey,
  STRIPE_WEBHOOK_SECRET: standIn.stripeKeys.webhookSecret,
};

/**
 * The stand-in for Stripe as a process of its own, on a data folder of its own.
 *
 * @param webhookUrl where it tells of changed accounts; nobody is told when left out
 */
export async function startStripeStandIn(webhookUrl?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'kargo-stripe-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess;

  async function start(): Promise<void> {
    const parameters = ['--data', folder, '--stripe-port', `${port}`, '--stripe-url', origin];
    if (webhookUrl) parameters.push('--stripe-webhook', webhookUrl);
    child = fork(program, parameters, { execArgv: [] });
    for (;;) {
      const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
      if (message === 'ready') return;
      if (message !== 'database ready') throw new Error(`The stand-in ended with ${message}.`);
    }
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  await start();
  return {
    origin,
    /** Ends it as a power cut would, and starts it again. */
    async crash(): Promise<void> {
      await end('SIGKILL');
      await start();
    },
    async stop(): Promise<void> {
      await end('SIGTERM');
      await rm(folder, { recursive: true });
    },
  };
}
