import type { FastifyRequest } from 'fastify';

/** Returns the version of the shell that failed in the browser, from the cookie of `shellFallbackScript`. */
export function failedShell({ cookies }: FastifyRequest): string | undefined {
  return cookies['kargo-failed-shell'];
}
