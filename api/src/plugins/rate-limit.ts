import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { ApiError } from '../api-error.ts';
import { recordEvent } from '../audit/audit.ts';
import type { Database } from '../database/tables.ts';
import { hashSecretToken } from '../secret-token.ts';

type KeyOf<Request> = (request: Request) => string | Promise<string>;

/** Key for each address. An IPv6 address is counted with its network. */
export const clientAddress = ({ ip }: FastifyRequest) => normalizeIP(ip);

/** Creates hooks that refuse requests beyond a limit with 429 `rate_limited` and `Retry-After`. */
export function limitsOf(db: Database, windowSeconds: number) {
  return <Request extends FastifyRequest>(what: string, max: number, keyOf: KeyOf<Request>) =>
    async (request: Request, reply: FastifyReply) => {
      const key = `${what} ${await keyOf(request)}`;
      const { current, ttl } = await countHit(db, key, windowSeconds * 1000);
      if (current <= max) return;
      reply.header('retry-after', Math.ceil(ttl / 1000));
      // Only the first refusal in a window is recorded.
      if (current === max + 1) {
        const reason = request.routeOptions.url ?? null;
        await recordEvent(db, request, { event: 'limit_hit', outcome: 'refused', reason });
      }
      throw new ApiError('rate_limited', 'Too many attempts. Wait a few minutes, then try again.');
    };
}

export const tokenInPath = ({ params }: FastifyRequest<{ Params: { token: string } }>) =>
  fingerprint(params.token);

/** Returns a key that identifies a token or an account without storing it. */
export const fingerprint = (text: string) => hashSecretToken(text).toString('base64url');

/**
 * Counts a hit in a window; times are in ms. Postgres holds the counters for all API processes.
 *
 * @param key begins with the name of its limit, because all share one table
 */
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
