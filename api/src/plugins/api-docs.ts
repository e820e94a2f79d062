import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** OpenAPI page at `/api/docs`, its document at `/api/docs/json`. Register before the routes. */
export const apiDocs = fp(async (app: FastifyInstance, { siteUrl }: { siteUrl: string }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kargo API',
        version: '1.0.0',
        description: 'Every answer that is not a success is `{ code, message }`.',
      },
      servers: [{ url: siteUrl }],
      components: {
        securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } },
      },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP:
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  });
});
