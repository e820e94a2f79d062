import type { ErrorBody } from '@kargo/shared-types/api/error';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api-error.ts';
import { pendingMigrations } from '../database/migrator.ts';
import { countHit } from '../plugins/rate-limit.ts';
import type { Services } from '../services.ts';

/** `/readyz` tries to write at most once in this time. */
const writeKnownMs = 5000;

const aboutToEnd: ErrorBody = { code: 'unavailable', message: 'This server is about to end.' };

/** `/readyz`: the database is reachable, migrated and writable, and no shutdown has begun. */
export async function healthRoutes(
  app: FastifyInstance,
  { db, leaving }: { db: Services['db']; leaving: AbortSignal },
) {
  // Fails in a read-only database and on a full disk. Housekeeping deletes the row later.
  const requireWrites = onceIn(writeKnownMs, () =>
    countHit(db, 'readiness', 60 * 60 * 1000).catch((error) => {
      // Another server may accept writes, but no call would come here to find out.
      db.giveUp?.();
      throw error;
    }),
  );

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    // Not thrown as an error, which would be logged for every check of a load balancer.
    if (leaving.aborted) return reply.code(503).send(aboutToEnd);
    const checks = [pendingMigrations(db), requireWrites()] as const;
    const [pending] = await Promise.all(checks).catch((err) => {
      request.log.warn({ err }, 'the database is not reachable, or accepts no writes');
      return [];
    });
    if (pending?.length === 0) return { status: 'ready' };
    const sentence = 'The database is not reachable or not migrated, or accepts no writes.';
    throw new ApiError('unavailable', sentence);
  });
}

/** Runs `work` at most once in this time, unless it failed; other calls get the same result. */
function onceIn<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let startedAt = Number.NEGATIVE_INFINITY;
  let outcome: Promise<T>;
  return () => {
    if (performance.now() - startedAt >= ms) {
      startedAt = performance.now();
      outcome = work();
      // Otherwise no API would be used for a while after the database has recovered.
      outcome.catch(() => {
        startedAt = Number.NEGATIVE_INFINITY;
      });
    }
    return outcome;
  };
}
