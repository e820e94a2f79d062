import type { FastifyError, FastifyInstance } from 'fastify';
import { DamagedFileError, StoreAwayError } from './releases/files/verified-files.ts';
import { SiteUnavailableError } from './releases/site/published.ts';

/** Responds to failed requests, with the request's id as a reference. */
export function respondToErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    reply.header('cache-control', 'private, no-store').type('text/plain; charset=utf-8');
    const fail = (code: number, text: string) =>
      reply.code(code).send(`${text}\nReference: ${request.id}\n`);
    if (error instanceof SiteUnavailableError) {
      reply.header('retry-after', '2');
      return fail(503, error.message);
    }
    if (error instanceof StoreAwayError) {
      request.log.warn({ reason: error.message }, 'the release store does not answer');
      reply.header('retry-after', '2');
      return fail(503, 'This file cannot be read at the moment.');
    }
    if (error instanceof DamagedFileError) {
      const { file, release, cause } = error;
      const reason = cause instanceof Error ? cause.message : 'it has another hash';
      request.log.error({ file, release, reason }, 'a file was tampered with');
      return fail(502, 'This file is damaged.');
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      request.log.error({ err: error }, 'request failed');
      return fail(500, 'Something went wrong!');
    }
    return reply.code(404).send('Not found\n');
  });
}
