import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from 'local-services/free-port';
import * as standIn from 'local-services/stripe-keys';
import { exitCode, untilReady } from './start-server.ts';

const program = fileURLToPath(import.meta.resolve('local-services/server'));

/** Environment variables of an API that uses the stand-in. */
export const stripeKeys = {
  STRIPE_SECRET_KEY: standIn.stripeKeys.secretKey,
  STRIPE_WEBHOOK_SECRET: standIn.stripeKeys.webhookSecret,
};

/**
 * Starts the stand-in for Stripe as a separate process with its own data folder.
 *
 * @param webhookUrl address for events about changed accounts; if left out, none are sent
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
    await untilReady(child);
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    child.kill(signal);
    await exitCode(child);
  }

  await start();
  return {
    origin,
    /** Kills it, like a power failure, and starts it again. */
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
