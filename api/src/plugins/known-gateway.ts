import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { gatewayHeader } from '@kargo/shared-types/api/gateway-header';
import type { Env } from '../env.ts';
import { hashSecretToken } from '../secret-token.ts';

type Settings = Pick<Env, 'GATEWAY_SECRET' | 'TRUST_PROXY' | 'NODE_ENV'>;

/**
 * Returns Fastify options that trust only addresses forwarded by the gateway. Forwarding headers of a
 * request without the shared secret are deleted before anything reads them. If no secret is configured,
 * all callers in `TRUST_PROXY` are trusted; in production, none.
 */
export function knownGateway({ GATEWAY_SECRET, TRUST_PROXY, NODE_ENV }: Settings) {
  const isUnknowable = !GATEWAY_SECRET && NODE_ENV === 'production';
  if (isUnknowable || TRUST_PROXY === 'false') return { trustProxy: false };
  if (!GATEWAY_SECRET) return { trustProxy: TRUST_PROXY };
  const expected = hashSecretToken(GATEWAY_SECRET);
  return {
    trustProxy: TRUST_PROXY,
    // Fastify calls this before anything else with a request, also before it is logged.
    rewriteUrl({ headers, url = '/' }: IncomingMessage) {
      const given = hashSecretToken(String(headers[gatewayHeader] ?? ''));
      if (!timingSafeEqual(given, expected)) {
        for (const name of forwardedHeaders) delete headers[name];
      }
      return url;
    },
  };
}

const forwardedHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];
