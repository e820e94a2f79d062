import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { sql } from 'kysely';
import { ApiError } from '../api-error.ts';
import { recordEvent } from '../audit/audit.ts';
import type { Database } from '../database/tables.ts';
import { hashSecretToken } from '../secret-token.ts';

/** Rate limits with counters in Postgres, so that they apply across all API processes. */
export const rateLimits = fp(async (app: FastifyInstance, { db }: { db: Database }) => {
  // The "ban" only distinguishes the first hit beyond a limit from later ones.
  await app.register(rateLimit, { global: false, store: storeIn(db), ban: 1 });
});

type KeyOf = (request: FastifyRequest) => string | Promise<string>;

/** Counts the requests that have the same key; `what` names the limit and begins its keys. */
export function counter(
  app: FastifyInstance,
  what: string,
  { max, timeWindow }: { max: number; timeWindow: number },
  keyOf: KeyOf,
) {
  const keyGenerator = async (request: FastifyRequest) => `${what} ${await keyOf(request)}`;
  return app.createRateLimit({ max, timeWindow, keyGenerator });
}

/** Key for each address. An IPv6 address is counted with its network. */
export const addressOf: KeyOf = ({ ip }) => normalizeIP(ip);

/** Creates hooks that refuse requests beyond a limit with 429 `rate_limited` and `Retry-After`. */
export function limitsOf(app: FastifyInstance, db: Database, windowSeconds: number) {
  return (what: string, max: number, keyOf: KeyOf) => {
    const check = counter(app, what, { max, timeWindow: windowSeconds * 1000 }, keyOf);
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const result = await check(request);
      if (result.isAllowed || !result.isExceeded) return;
      reply.header('retry-after', result.ttlInSeconds);
      if (!result.isBanned) {
        const reason = request.routeOptions.url ?? null;
        await recordEvent(db, request, { event: 'limit_hit', outcome: 'refused', reason });
      }
      throw new ApiError('rate_limited', 'Too many attempts. Wait a few minutes, then try again.');
    };
  };
}

export const tokenInPath: KeyOf = ({ params }) => fingerprint((params as { token: string }).token);

/** Returns a key that identifies a token or an account without storing it. */
export const fingerprint = (text: string) => hashSecretToken(text).toString('base64url');

function storeIn(db: Database) {
  return class PostgresStore implements FastifyRateLimitStore {
    incr(...[key, done, timeWindow]: Parameters<FastifyRateLimitStore['incr']>) {
      countHit(db, key, timeWindow).then((hit) => done(null, hit), done);
    }
    // Keys begin with the name of their limit, so all limits share one table.
    child() {
      return this;
    }
  };
}

/** Counts a hit in the window of `key`, or the first one of a new window. Times are in milliseconds. */
export async function countHit(db: Database, key: string, windowMs: number) {
  const isOver = sql`rate_limits.resets_at <= now()`;
  const { rows } = await sql<{ current: number; ttl: number }>`
    insert into rate_limits (key, hits, resets_at)
    values (${key}, 1, now() + ${windowMs} * interval '1 millisecond')
    on conflict (key) do update set
      hits = case when ${isOver} then 1 else rate_limits.hits + 1 end,
      resets_at = case when ${isOver} then excluded.resets_at else rate_limits.resets_at end
    returning hits as current, (extract(epoch from resets_at - now()) * 1000)::float8 as ttl
  `.execute(db);
  const [hit] = rows;
  if (!hit) throw new Error('An upsert returned no row.');
  return hit;
}
