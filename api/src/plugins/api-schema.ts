import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Env } from '../env.ts';

const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default dompurify',
].join('; ');

/** Swagger UI may turn text into HTML, where the CSP runs no scripts, but not into scripts. */
const trustedTypes =
  "window.trustedTypes?.createPolicy('default', { createHTML: (html) => html });";

/**
 * Publishes the calls as OpenAPI at `/api/v1/openapi.json`, because releases are compared with it,
 * and for people at `/api/docs`, except in production. Register it before the routes.
 */
export const apiSchema = fp(async (app: FastifyInstance, { env }: { env: Env }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kargo API',
        version: '1.0.0',
        description:
          'Every response that is not a success is `{ code, message }`. POST calls of browsers need the ' +
          'cookie of `GET /xsrf`, and its value in `X-XSRF-TOKEN`.',
      },
      servers: [{ url: env.SITE_URL }],
      components: {
        securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } },
      },
    },
  });
  if (env.NODE_ENV !== 'production') {
    await app.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: contentSecurityPolicy,
      theme: { js: [{ filename: 'trusted-types.js', content: trustedTypes }] },
    });
  }
  let document: string | undefined;
  app.get(apiBasePath + apiPaths.schema(), { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(document);
  });
});
