import type { IncomingMessage } from 'node:http';

/**
 * The path and query of what is asked for. With scheme and host before it (RFC 9112, section 3.2.2)
 * that host counts, and not the header. A fragment is never meant for a server.
 */
export function requestTarget({ url = '/', headers }: IncomingMessage): string {
  const [target = '/'] = url.split('#', 1);
  const [absolute, host] = /^https?:\/\/([^/?@]+)/i.exec(target) ?? [];
  if (!absolute) return target;
  headers.host = host;
  const path = target.slice(absolute.length);
  return path.startsWith('/') ? path : `/${path}`;
}
