import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const name = 'XSRF-TOKEN';

/** Whether the visitor has a token already. */
export function hasXsrfCookie({ cookies }: FastifyRequest): boolean {
  return Boolean(cookies[name]);
}

/**
 * Sets a new token. The cookie is not HttpOnly, because the page reads it and sends it as a header,
 * which other sites cannot do.
 */
export function setXsrfCookie(reply: FastifyReply, { secure }: { secure: boolean }): void {
  const token = randomBytes(32).toString('base64url');
  const cookie = reply.server.serializeCookie(name, token, { path: '/', sameSite: 'lax', secure });
  reply.header('set-cookie', cookie);
}
