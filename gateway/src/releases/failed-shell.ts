import type { FastifyRequest } from 'fastify';

/** Version of the shell that failed in the visitor's browser, by the cookie of `shellFallbackScript`. */
export function failedShell({ cookies }: FastifyRequest): string | undefined {
  return cookies['kargo-failed-shell'];
}
