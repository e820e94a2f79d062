import type { FastifyInstance } from 'fastify';
import { type Limit, limitedBy } from '../plugins/rate-limit.ts';
import type { Services } from '../services.ts';
import { requireSession } from './require-session.ts';

/** A hook that lets a driver do something so many times in a window. */
export const limitPerDriver = (app: FastifyInstance, services: Services, limit: Limit) =>
  limitedBy(app, limit, async (request) => (await requireSession(services, request)).driver.id);
