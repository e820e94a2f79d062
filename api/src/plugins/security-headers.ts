import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import helmet, { type HelmetOptions } from 'helmet';

/** Responses are data: they may not run scripts, be framed or sniffed, or (by default) be cached. */
export const securityHeaders = fp(async (app: FastifyInstance) => {
  const headers = {
    ...headersOf({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      // The gateway sets it.
      strictTransportSecurity: false,
    }),
    'cache-control': 'private, no-store',
  };
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers);
    next();
  });
});

/** Returns the headers that Helmet sets. They are the same for every response, so they are made once. */
function headersOf(options: HelmetOptions) {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, () => {});
  return response.getHeaders();
}
