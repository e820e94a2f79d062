import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

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

/**
 * Lets Swagger UI create HTML from text, in which the policy allows no scripts. Creating scripts or script
 * addresses from text stays forbidden.
 */
const trustedTypes =
  "window.trustedTypes?.createPolicy('default', { createHTML: (html) => html });";

/** OpenAPI page at `/api/docs`, with its document at `/api/docs/json`. Register it before the routes. */
export const apiDocs = fp(async (app: FastifyInstance, { siteUrl }: { siteUrl: string }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kargo API',
        version: '1.0.0',
        description:
          'Every answer that is not a success is `{ code, message }`. POST calls of browsers need the ' +
          'cookie of `GET /xsrf`, and its value in `X-XSRF-TOKEN`.',
      },
      servers: [{ url: siteUrl }],
      components: {
        securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } },
      },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: contentSecurityPolicy,
    theme: { js: [{ filename: 'trusted-types.js', content: trustedTypes }] },
  });
});
