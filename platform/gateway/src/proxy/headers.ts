import type { IncomingHttpHeaders } from 'node:http';
import { gatewayHeader } from '@kargo/shared-types/api/gateway-header';
import type { FastifyRequest } from 'fastify';
import type { Env } from '../env.ts';

/** Headers that concern only one connection (RFC 9110, section 7.6.1). */
const hopByHop = new Set([
  'connection',
  // The gateway handles it before it calls the API.
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns headers without these and without those that `connection` names. */
export function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = headers.connection?.toLowerCase().split(/[\s,]+/);
  const forwarded: IncomingHttpHeaders = {};
  for (const name in headers) {
    if (!hopByHop.has(name) && !named?.includes(name)) forwarded[name] = headers[name];
  }
  return forwarded;
}

/** Returns headers that tell the API the visitor's address, in place of the request's. */
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
