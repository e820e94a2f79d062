import multipart from '@fastify/multipart';
import { maxUploadBytes } from '@kargo/shared-types/forms/limits';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/**
 * Multipart bodies with at most one file. A file over the limit is cut off, and `file.truncated` is
 * set.
 */
export const uploads = fp(async (app: FastifyInstance) => {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: maxUploadBytes, files: 1, fields: 10, fieldSize: 4096, parts: 11 },
  });
});
