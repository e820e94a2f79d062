import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { gatewayHeader } from 'shared-types/api/gateway-header';
import type { Env } from '../env.ts';
import { hashSecretToken } from '../secret-token.ts';

type Settings = Pick<Env, 'GATEWAY_SECRET' | 'TRUST_PROXY' | 'NODE_ENV'>;

/**
 * What makes Fastify believe the addresses that the gateway forwards, and nobody else's: of a request
 * without the shared secret, the headers are forgotten before anything reads them. Where there is no
 * secret, whoever calls from `TRUST_PROXY` is believed, in production nobody.
 */
export function knownGateway({ GATEWAY_SECRET, TRUST_PROXY, NODE_ENV }: Settings) {
  const isUnknowable = !GATEWAY_SECRET && NODE_ENV === 'production';
  if (isUnknowable || TRUST_PROXY === 'false') return { trustProxy: false };
  if (!GATEWAY_SECRET) return { trustProxy: TRUST_PROXY };
  const expected = hashSecretToken(GATEWAY_SECRET);
  return {
    trustProxy: TRUST_PROXY,
    // The first that Fastify calls with a request, and before its line in the log.
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
