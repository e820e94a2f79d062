import type { ErrorBody } from '@kargo/shared-types/api/error';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { ApiError } from '../api-error.ts';
import { pendingMigrations } from '../database/migrator.ts';
import type { Database } from '../database/tables.ts';

/** How long the result of testing whether the database accepts writes is cached. */
const writeKnownMs = 5000;

const aboutToEnd: ErrorBody = { code: 'unavailable', message: 'This server is about to end.' };

/**
 * `/healthz`: the process responds. `/readyz`: its database is available, migrated, and accepts writes,
 * and the process is not shutting down.
 */
export async function healthRoutes(
  app: FastifyInstance,
  { db, leaving }: { db: Database; leaving: AbortSignal },
) {
  const requireWrites = onceIn(writeKnownMs, () => writeSomething(db));

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    // Not thrown as an error, which would be logged for every check of a load balancer.
    if (leaving.aborted) return reply.code(503).send(aboutToEnd);
    const checks = [pendingMigrations(db), requireWrites()] as const;
    const [pending] = await Promise.all(checks).catch((err) => {
      request.log.warn({ err }, 'database not reachable, or takes no writes');
      return [];
    });
    if (pending?.length === 0) return { status: 'ready' };
    const sentence = 'The database is not reachable or not migrated, or takes no writes.';
    throw new ApiError('unavailable', sentence);
  });
}

/** Writes a row, which housekeeping deletes later. This fails in a read-only database or on a full disk. */
async function writeSomething(db: Database): Promise<void> {
  const resets_at = sql<Date>`now() + interval '1 hour'`;
  await db
    .insertInto('rate_limits')
    .values({ key: 'readiness', hits: 1, resets_at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ hits: sql<number>`rate_limits.hits + 1`, resets_at }),
    )
    .execute();
}

/** Runs `work` at most once in this time; other calls get the same result. */
function onceIn<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let startedAt = Number.NEGATIVE_INFINITY;
  let outcome: Promise<T>;
  return () => {
    if (performance.now() - startedAt >= ms) {
      startedAt = performance.now();
      outcome = work();
    }
    return outcome;
  };
}
