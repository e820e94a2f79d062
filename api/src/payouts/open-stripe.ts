import { Stripe } from 'stripe';
import type { Env } from '../env.ts';

/** Deadline of one attempt, in milliseconds. */
const deadlineMs = 8000;

/**
 * The client of Stripe, or of the stand-in at `STRIPE_API_BASE`; undefined when Stripe is not
 * configured. A failed attempt is repeated once with the same idempotency key.
 *
 * @param timeout milliseconds; other than the default only in tests
 */
export function openStripe(
  env: Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE'>,
  timeout = deadlineMs,
): Stripe | undefined {
  if (!env.STRIPE_SECRET_KEY) return undefined;
  return new Stripe(env.STRIPE_SECRET_KEY, {
    timeout,
    maxNetworkRetries: 1,
    // Unlike the client for Node's http, whose timeout starts anew with every byte.
    httpClient: Stripe.createFetchHttpClient(),
    ...(env.STRIPE_API_BASE && addressOf(new URL(env.STRIPE_API_BASE))),
    telemetry: false,
  });
}

function addressOf({ protocol, hostname, port }: URL) {
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  };
}
