import { type Uploader, uploaderPath } from '@kargo/shared-types/api/uploader';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { requireSession } from '../sessions/require-session.ts';

/** Tells the gateway who is uploading, before it reads the body. */
export async function uploaderRoute(app: FastifyInstance, services: Services): Promise<void> {
  app.get(uploaderPath, { schema: { hide: true } }, async (request): Promise<Uploader> => {
    const { driver } = await requireSession(services, request);
    return { driver: driver.id };
  });
}
