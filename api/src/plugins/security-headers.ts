import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import helmet from 'helmet';

/** Responses are data: no scripts, no frames, no sniffing and, by default, no caching. */
export const securityHeaders = fp(async (app: FastifyInstance) => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const setHeaders = helmet({
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
  });
  setHeaders(request, response, () => {});
  // The same for every response, so they are made once.
  const headers = { ...response.getHeaders(), 'cache-control': 'private, no-store' };
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers);
    next();
  });
});
