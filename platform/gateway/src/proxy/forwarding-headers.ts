import { gatewayHeader } from '@kargo/shared-types/api/gateway-header';
import type { FastifyRequest } from 'fastify';
import type { Env } from '../env.ts';

/** Returns headers with the visitor's address for the API. They replace such headers of the request. */
export function forwardingHeaders(
  request: Pick<FastifyRequest, 'host' | 'id' | 'ip' | 'protocol'>,
  { GATEWAY_SECRET }: Pick<Env, 'GATEWAY_SECRET'>,
): Record<string, string | undefined> {
  return {
    // Without the proxies in front of the gateway, which the API would take for visitors.
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
    'x-request-id': request.id,
    forwarded: undefined,
    [gatewayHeader]: GATEWAY_SECRET,
  };
}
