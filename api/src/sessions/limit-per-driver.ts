import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { IdentityProvider } from '../identity/identity.ts';
import { limitedBy } from '../plugins/rate-limit.ts';
import { requireSession } from './require-session.ts';

/**
 * A hook that lets a driver do something so many times in a window.
 *
 * @param what names the limit
 * @param timeWindow milliseconds
 */
export function limitPerDriver(
  app: FastifyInstance,
  world: { db: Kysely<Tables>; identity: IdentityProvider },
  { what, max, timeWindow }: { what: string; max: number; timeWindow: number },
) {
  const keyGenerator = async (request: Parameters<typeof requireSession>[1]) => {
    const { driver } = await requireSession(world, request);
    return `${what} ${driver.id}`;
  };
  return limitedBy(app.createRateLimit({ max, timeWindow, keyGenerator }));
}
