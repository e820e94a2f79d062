import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { plainAddresses } from '@kargo/shared-types/api/forwarded-for';

/**
 * Returns the path and query of a request. The host of an absolute URL (RFC 9112, section 3.2.2)
 * replaces the header's. A fragment is dropped. Fastify calls this before it reads a request, so
 * this also normalizes the addresses that proxies write.
 */
export function requestTarget({ url = '/', headers }: IncomingMessage): string {
  headers['x-forwarded-for'] = plainAddresses(headers['x-forwarded-for'], isIP);
  const [target = '/'] = url.split('#', 1);
  const [absolute, host] = /^https?:\/\/([^/?@]+)/i.exec(target) ?? [];
  if (!absolute) return target;
  headers.host = host;
  const path = target.slice(absolute.length);
  return path.startsWith('/') ? path : `/${path}`;
}
