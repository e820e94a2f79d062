import { Stripe } from 'stripe';
import type { Env } from '../env.ts';

/** How long one attempt may take, in milliseconds, and how many follow a failed one. */
const attempt = { timeout: 8000, maxNetworkRetries: 1 };

/**
 * The client of Stripe, or of what stands in for it at `STRIPE_API_BASE`; undefined when Stripe is
 * not configured. A repeated attempt carries the idempotency key of the first.
 */
export function openStripe(env: Env): Stripe | undefined {
  if (!env.STRIPE_SECRET_KEY) return undefined;
  return new Stripe(env.STRIPE_SECRET_KEY, {
    ...attempt,
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
