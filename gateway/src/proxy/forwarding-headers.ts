import type { FastifyRequest } from 'fastify';
import { gatewayHeader } from 'shared-types/api/gateway-header';
import type { Env } from '../env.ts';

/** Tell the API who the visitor is; such headers of the visitor are replaced. */
export function forwardingHeaders(
  request: Pick<FastifyRequest, 'host' | 'id' | 'ip' | 'protocol'>,
  { GATEWAY_SECRET }: Pick<Env, 'GATEWAY_SECRET'>,
): Record<string, string | undefined> {
  return {
    // Without proxies in front of the gateway: the API would take them for visitors.
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
    'x-request-id': request.id,
    forwarded: undefined,
    [gatewayHeader]: GATEWAY_SECRET,
  };
}
