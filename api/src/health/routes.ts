import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api-error.ts';
import { pendingMigrations } from '../database/migrator.ts';
import type { Database } from '../database/tables.ts';

/** `/healthz`: the process answers. `/readyz`: it can serve, its database is there and migrated. */
export async function healthRoutes(app: FastifyInstance, { db }: { db: Database }) {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true } }, async (request) => {
    const isReady = await pendingMigrations(db).then(
      (pending) => pending.length === 0,
      (err) => {
        request.log.warn({ err }, 'database not reachable');
        return false;
      },
    );
    if (!isReady)
      throw new ApiError('unavailable', 'The database is not reachable or not migrated.');
    return { status: 'ready' };
  });
}
