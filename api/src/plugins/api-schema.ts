import swagger from '@fastify/swagger';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/**
 * Describes the calls as OpenAPI at `/api/v1/openapi.json`, for everybody: releases are compared with it before they are
 * made current. Register it before the routes.
 */
export const apiSchema = fp(async (app: FastifyInstance, { siteUrl }: { siteUrl: string }) => {
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
      servers: [{ url: siteUrl }],
      components: {
        securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } },
      },
    },
  });
  let document: string | undefined;
  app.get(apiBasePath + apiPaths.schema(), { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(document);
  });
});
