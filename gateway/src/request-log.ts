import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** The id of a request that what stands in front of the gateway gave it, or a new one. */
export function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/** Writes one line for every answer, and gives the request's id back to the visitor. */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: loggableUrl(request.url),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}

/**
 * An address without its secrets: query parameters keep their names only, and what looks like a
 * token in the path (as in the link of a payout mail) is left out.
 */
export function loggableUrl(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s);
  const shownPath = path.startsWith('/releases/') ? path : path.replace(/[\w-]{24,}/g, hideToken);
  const names = query?.split('&').map((parameter) => parameter.split('=')[0]);
  return names ? `${shownPath}?${names.join('&')}` : shownPath;
}

/** Words such as `resend-onboarding-link` are long too, but have no digits and capitals. */
const hideToken = (text: string) => (/^[a-z-]+$/.test(text) ? text : '…');
