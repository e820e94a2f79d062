import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const name = 'XSRF-TOKEN';
const pattern = /(?:^|; ?)XSRF-TOKEN=[^; ]/;

/** Whether the visitor has a token already. */
export function hasXsrfCookie({ headers }: FastifyRequest): boolean {
  return pattern.test(headers.cookie ?? '');
}

/**
 * A Set-Cookie header with a new token. It is not HttpOnly: the page reads it and sends it as a
 * header, which other sites cannot do.
 */
export function newXsrfCookie({ secure }: { secure: boolean }): string {
  const attributes = secure ? '; Secure' : '';
  return `${name}=${randomBytes(32).toString('base64url')}; Path=/; SameSite=Lax${attributes}`;
}
