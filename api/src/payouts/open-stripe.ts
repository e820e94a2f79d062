import { isBrokenCircuitError } from 'cockatiel';
import { Stripe } from 'stripe';
import { type OnChange, openBreaker } from '../breaker.ts';
import type { Env } from '../env.ts';

/** Deadline of one attempt, in milliseconds. */
const deadlineMs = 8000;

/**
 * The client of Stripe, or of the stand-in at `STRIPE_API_BASE`; undefined when Stripe is not
 * configured. A failed attempt is repeated once with the same idempotency key, unless Stripe is known
 * to hang: then calls fail at once, with an error of Stripe's.
 *
 * @param onChange told when Stripe begins and ends to be known to hang
 * @param timeout milliseconds; other than the default only in tests
 */
export function openStripe(
  env: Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE'>,
  { onChange, timeout = deadlineMs }: { onChange?: OnChange; timeout?: number } = {},
): Stripe | undefined {
  if (!env.STRIPE_SECRET_KEY) return undefined;
  return new Stripe(env.STRIPE_SECRET_KEY, {
    timeout,
    maxNetworkRetries: 1,
    // Unlike the client for Node's http, whose timeout starts anew with every byte.
    httpClient: Stripe.createFetchHttpClient(guardedFetch(onChange)),
    ...(env.STRIPE_API_BASE && addressOf(new URL(env.STRIPE_API_BASE))),
    telemetry: false,
  });
}

/** Each attempt counts, to the end of its answer. */
function guardedFetch(onChange?: OnChange): typeof fetch {
  const guard = openBreaker(onChange, isAway);
  return (...request) =>
    guard(async () => {
      const answer = await fetch(...request);
      return new Response(await answer.arrayBuffer(), answer);
    }).catch((error) => {
      if (isBrokenCircuitError(error)) return notAsked();
      throw error;
    });
}

const isAway = (outcome: unknown) => !(outcome instanceof Response) || outcome.status >= 500;

/** An answer, since the client would repeat what failed without one. */
const notAsked = () =>
  Response.json(
    { error: { type: 'api_error', message: 'Stripe is known to hang.' } },
    { status: 503, headers: { 'stripe-should-retry': 'false' } },
  );

function addressOf({ protocol, hostname, port }: URL) {
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  };
}
