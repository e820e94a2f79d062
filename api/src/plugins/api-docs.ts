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

/** Page for people about the calls that `apiSchema` describes, at `/api/docs`. Register it before the routes. */
export const apiDocs = fp(async (app: FastifyInstance) => {
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: contentSecurityPolicy,
    theme: { js: [{ filename: 'trusted-types.js', content: trustedTypes }] },
  });
});
