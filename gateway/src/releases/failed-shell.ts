import type { FastifyRequest } from 'fastify';
import { failedShellCookie } from 'shared-types/shell-fallback';

const pattern = new RegExp(`(?:^|; ?)${failedShellCookie}=([^; ]+)`);

/** Version of the shell that failed in the visitor's browser, as the browser says. */
export function failedShell({ headers }: FastifyRequest): string | undefined {
  return pattern.exec(headers.cookie ?? '')?.[1];
}
