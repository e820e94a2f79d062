import type { ConnectedDatabase } from './database/connect.ts';
import type { Database } from './database/tables.ts';
import type { Env } from './env.ts';
import { firebaseIdentity } from './identity/identity.ts';
import { smtpMailer } from './mail/mailer.ts';
import { openStorage } from './storage/open-storage.ts';
import { openStripe } from './stripe/open-stripe.ts';
import { createMetrics } from './telemetry/metrics.ts';

/** For the routes. The caller opens and closes `db`; a transaction has no `giveUp`. */
export type Services = {
  db: Database & Partial<Pick<ConnectedDatabase, 'giveUp'>>;
} & Awaited<ReturnType<typeof openServices>>;

/**
 * Opens what the environment names. Without Stripe, payouts are refused and all else works.
 *
 * @param onBreaker called when the circuit breaker of a dependency changes its state
 */
export async function openServices(
  env: Env,
  db: ConnectedDatabase,
  onBreaker: (change: { dependency: string; state: string }) => void = () => {},
) {
  const metrics = createMetrics(db);
  const breakerOf = (dependency: string) => {
    metrics.setBreaker(dependency, 'Closed');
    const onChange = (state: string) => {
      metrics.setBreaker(dependency, state);
      onBreaker({ dependency, state });
    };
    return { onChange };
  };
  return {
    env,
    metrics,
    disk: await openStorage(env, breakerOf('storage')),
    identity: firebaseIdentity(env, breakerOf('identity')),
    mailer: smtpMailer(env, breakerOf('mail')),
    stripe: openStripe(env, breakerOf('stripe')),
  };
}
