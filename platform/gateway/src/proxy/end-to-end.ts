import type { IncomingHttpHeaders } from 'node:http';

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

/** Returns headers without those that concern one connection, also those that `connection` names. */
export function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = headers.connection?.toLowerCase().split(/[\s,]+/);
  const forwarded: IncomingHttpHeaders = {};
  for (const name in headers) {
    if (!hopByHop.has(name) && !named?.includes(name)) forwarded[name] = headers[name];
  }
  return forwarded;
}
