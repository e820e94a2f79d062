import type { IncomingHttpHeaders } from 'node:http';
import { gatewayHeader } from '@kargo/shared-types/api/gateway-header';
import type { FastifyRequest } from 'fastify';
import type { Env } from '../env.ts';

/** Headers that concern one connection only (RFC 9110, section 7.6.1). */
const hopByHop = new Set([
  'connection',
  // Handled by the gateway itself, before the API is called.
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

/** Returns headers without those that concern one connection, and those named by `connection`. */
export function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = headers.connection?.toLowerCase().split(/[\s,]+/);
  const forwarded: IncomingHttpHeaders = {};
  for (const name in headers) {
    if (!hopByHop.has(name) && !named?.includes(name)) forwarded[name] = headers[name];
  }
  return forwarded;
}

/** Returns headers with the visitor's address for the API, replacing those of the request. */
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
