import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Tables } from './database/tables.ts';
import { discardAbandonedImages } from './drivers/profile-images.ts';
import type { Services } from './services.ts';

type Stores = Pick<Services, 'db' | 'disk'>;

const everyHour = 60 * 60 * 1000;

/** When rows of a table are of no more use. */
const expired = {
  access_tokens: sql`expires_at < now()`,
  // A sign-in opens a session for five minutes.
  identity_tokens: sql`used_at < now() - interval '2 hours'`,
  // Kept for a day after their end, so that the log can say why one did not work.
  magic_links: sql`expires_at < now() - interval '1 day'`,
  rate_limits: sql`resets_at < now()`,
  // Kept for a month after their end, to offer a new one.
  payout_links: sql`expires_at < now() - interval '30 days'`,
  payout_mails: sql`requested_at < now() - interval '1 day'`,
  // Stripe repeats an event for three days.
  stripe_events: sql`received_at < now() - interval '30 days'`,
} satisfies Partial<Record<keyof Tables, RawBuilder<unknown>>>;

/** Deletes expired data. Several processes may run it at once. */
export async function cleanUp({ db, disk }: Stores): Promise<void> {
  for (const [table, condition] of Object.entries(expired)) {
    await sql`delete from ${sql.table(table)} where ${condition}`.execute(db);
  }
  // What is old, `migrate` has said; nobody can delete younger ones.
  await sql`select forget_old_audit_events()`.execute(db);
  await discardAbandonedImages(db, disk);
}

/** Cleans up when the API starts to listen and every hour until it is closed. */
export async function housekeeping(app: FastifyInstance, stores: Stores) {
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  const run = () => {
    running = cleanUp(stores).catch((err) => app.log.warn({ err }, 'clean-up failed'));
  };
  app.addHook('onListen', async () => {
    run();
    timer = setInterval(run, everyHour);
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
