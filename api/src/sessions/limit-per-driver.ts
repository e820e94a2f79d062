import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/tables.ts';
import type { IdentityProvider } from '../identity/identity.ts';
import { type Limit, limitedBy } from '../plugins/rate-limit.ts';
import { requireSession } from './require-session.ts';

/** A hook that lets a driver do something so many times in a window. */
export function limitPerDriver(
  app: FastifyInstance,
  world: { db: Database; identity: IdentityProvider },
  limit: Limit,
) {
  return limitedBy(app, limit, async (request) => {
    const { driver } = await requireSession(world, request);
    return driver.id;
  });
}
