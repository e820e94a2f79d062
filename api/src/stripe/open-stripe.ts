import { isBrokenCircuitError } from 'cockatiel';
import { Stripe } from 'stripe';
import type { Env } from '../env.ts';
import { isAway, type OnChange, openBreaker } from '../resilience/breaker.ts';

/** Timeout of one attempt, in milliseconds. */
const deadlineMs = 8000;

/**
 * Creates a client for Stripe, or for the stand-in at `STRIPE_API_BASE`; undefined without a key.
 * Retries once, with the same idempotency key. While Stripe hangs, throws a Stripe error at once.
 *
 * @param onChange called when Stripe's circuit breaker changes its state
 * @param timeout milliseconds; only tests override the default
 */
export function openStripe(
  env: Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE'>,
  { onChange, timeout = deadlineMs }: { onChange?: OnChange; timeout?: number } = {},
): Stripe | undefined {
  if (!env.STRIPE_SECRET_KEY) return undefined;
  return new Stripe(env.STRIPE_SECRET_KEY, {
    timeout,
    maxNetworkRetries: 1,
    // Not the client for Node's http, whose timeout restarts with every byte.
    httpClient: Stripe.createFetchHttpClient(guardedFetch(onChange)),
    ...(env.STRIPE_API_BASE && addressOf(new URL(env.STRIPE_API_BASE))),
    telemetry: false,
  });
}

/** Wraps `fetch` in a circuit breaker, which counts each attempt with the body of its response. */
function guardedFetch(onChange?: OnChange): typeof fetch {
  const guard = openBreaker(onChange, hasFailed);
  return (...request) =>
    guard(async () => {
      const response = await fetch(...request);
      return new Response(await response.arrayBuffer(), response);
    }).catch((error) => {
      if (isBrokenCircuitError(error)) return notAsked();
      throw error;
    });
}

const hasFailed = (outcome: unknown) =>
  outcome instanceof Response ? outcome.status >= 500 : isAway(outcome);

/** Returns a response instead of an error, because the client would retry after an error. */
const notAsked = () =>
  Response.json(
    { error: { type: 'api_error', message: 'Stripe is known to hang.' } },
    { status: 503, headers: { 'stripe-should-retry': 'false' } },
  );

const addressOf = ({ protocol, hostname: host, port }: URL) =>
  protocol === 'http:'
    ? ({ protocol: 'http', host, port: port || 80 } as const)
    : ({ protocol: 'https', host, port: port || 443 } as const);
