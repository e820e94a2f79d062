import type { FastifyRequest } from 'fastify';

/** Whether a browser opens this address for a person to see a page. Old browsers omit the mode. */
export function isNavigation({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>) {
  const { accept = '', 'sec-fetch-mode': mode = 'navigate' } = headers;
  return method === 'GET' && mode === 'navigate' && accept.includes('text/html');
}
