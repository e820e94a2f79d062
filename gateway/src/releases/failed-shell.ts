import type { FastifyRequest } from 'fastify';

/** The cookie of `shellFallbackScript`. */
const pattern = /(?:^|; ?)kargo-failed-shell=([^; ]+)/;

/** Version of the shell that failed in the visitor's browser, as the browser says. */
export function failedShell({ headers }: FastifyRequest): string | undefined {
  return pattern.exec(headers.cookie ?? '')?.[1];
}
