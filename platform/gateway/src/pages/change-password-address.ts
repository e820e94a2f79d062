import { paths } from '@kargo/shared-types/page/paths';
import type { FastifyInstance } from 'fastify';

/** Leads to the form for a new password from where password managers look for it: https://www.w3.org/TR/change-password-url/ */
export function changePasswordAddress(app: FastifyInstance): void {
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect(`${paths.profile()}#change-password`),
  );
}
