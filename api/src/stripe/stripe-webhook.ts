import { apiPaths } from '@kargo/shared-types/api/api-paths';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { ApiError } from '../api-error.ts';
import type { Database } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { isAccountUnknown, loggable } from './stripe-refusal.ts';
import { syncAccount } from './sync-account.ts';

/** Large, because events of an account with many requirements are long. */
const bodyLimit = 512 * 1024;

/**
 * Receives events that Stripe signed within 300 s, stripe-node's tolerance. Each only says that an
 * account changed, and its state is fetched, so they may be duplicated, late or in any order.
 */
export async function stripeWebhook(app: FastifyInstance, services: Services) {
  const { db, stripe, env, metrics } = services;
  const secret = env.STRIPE_WEBHOOK_SECRET;
  // Bodies are not parsed, because the signature covers the raw bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
    done(null, body);
  });

  app.addHook('onResponse', async (_request, { statusCode }) => {
    if (stripe && statusCode >= 400) metrics.countWebhook(statusCode < 500 ? 'refused' : 'failed');
  });

  const hidden = { schema: { hide: true } };
  app.post<{ Body: Buffer }>(apiPaths.stripeWebhook(), hidden, async (request, reply) => {
    if (!stripe || !secret) throw new ApiError('unavailable', 'Stripe is not configured.');
    const event = readEvent(stripe, request.body, request.headers['stripe-signature'], secret);
    const isNew = event.type === 'account.updated' && (await claim(db, event.id));
    if (isNew) {
      await syncAccount({ db, stripe }, event.data.object.id).catch(async (error) => {
        const cause = loggable(error);
        if (isAccountUnknown(error)) {
          return request.log.warn({ err: cause }, 'event of an account that no longer exists');
        }
        // Handled when Stripe resends it.
        await db.deleteFrom('stripe_events').where('id', '=', event.id).execute();
        throw new ApiError('unavailable', 'The account could not be fetched.', { cause });
      });
      const done = { done_at: sql<Date>`now()` };
      await db.updateTable('stripe_events').set(done).where('id', '=', event.id).execute();
    }
    metrics.countWebhook(isNew ? 'handled' : 'ignored');
    return reply.code(204).send();
  });
}

/** The fields of an event that are read. */
const EventBody = Type.Object({ id: Type.String(), type: Type.String() });
const AccountEventBody = Type.Object({
  data: Type.Object({ object: Type.Object({ id: Type.String() }) }),
});

function readEvent(
  stripe: Stripe,
  body: Buffer,
  signature: string | string[] | undefined,
  secret: string,
): Stripe.Event {
  const refusal = 'This is no event signed by Stripe.';
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(body, signature ?? '', secret);
  } catch (cause) {
    throw new ApiError('validation_failed', refusal, { cause });
  }
  const isEvent =
    Value.Check(EventBody, event) &&
    (event.type !== 'account.updated' || Value.Check(AccountEventBody, event));
  if (!isEvent) throw new ApiError('validation_failed', refusal);
  return event;
}

/**
 * Lets one process handle an event, and another one a minute later if the first has died.
 *
 * @returns false if the event has been processed already.
 * @throws {ApiError} `unavailable` while another process handles it; Stripe resends it later.
 */
async function claim(db: Database, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into stripe_events (id, done_at) values (${id}, null)
    on conflict (id) do update set claimed_at = now()
    where stripe_events.done_at is null
      and stripe_events.claimed_at < now() - interval '1 minute'`.execute(db);
  if (numAffectedRows === 1n) return true;
  const { done_at } = await db
    .selectFrom('stripe_events')
    .where('id', '=', id)
    .select('done_at')
    .executeTakeFirstOrThrow();
  if (done_at) return false;
  throw new ApiError('unavailable', 'This event is being processed.');
}
