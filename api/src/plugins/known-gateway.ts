import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { plainAddresses } from '@kargo/shared-types/api/forwarded-for';
import { gatewayHeader } from '@kargo/shared-types/api/gateway-header';
import type { Env } from '../env.ts';
import { hashSecretToken } from '../secret-token.ts';

type Settings = Pick<Env, 'GATEWAY_SECRET' | 'TRUST_PROXY' | 'NODE_ENV'>;

/**
 * Makes Fastify trust forwarded addresses and request ids only with the gateway's secret; without
 * it, deletes them. If no secret is set, trusts callers in `TRUST_PROXY`, in production none.
 */
export function knownGateway({ GATEWAY_SECRET, TRUST_PROXY, NODE_ENV }: Settings) {
  const isUnknowable = !GATEWAY_SECRET && NODE_ENV === 'production';
  const isNobody = isUnknowable || TRUST_PROXY === 'false';
  const expected = hashSecretToken(GATEWAY_SECRET ?? '');
  const isExpected = (given: unknown) =>
    timingSafeEqual(hashSecretToken(String(given ?? '')), expected);
  return {
    trustProxy: !isNobody && TRUST_PROXY,
    // Fastify calls this first, even before it logs the request.
    rewriteUrl({ headers, url = '/' }: IncomingMessage) {
      headers['x-forwarded-for'] = plainAddresses(headers['x-forwarded-for'], isIP);
      if (isNobody || (GATEWAY_SECRET && !isExpected(headers[gatewayHeader]))) {
        for (const name of forwarded) delete headers[name];
      }
      return url;
    },
  };
}

const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id'];
