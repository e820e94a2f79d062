import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { forgetOldEvents } from './audit/audit.ts';
import { discardAbandonedImages } from './drivers/profile-images.ts';
import { forgetOldPayoutTraces } from './payouts/repository.ts';
import type { Services } from './services.ts';

type Stores = Pick<Services, 'db' | 'disk'>;

const everyHour = 60 * 60 * 1000;

/** Deletes expired data. Several processes may run it at once. */
export async function cleanUp({ db, disk }: Stores): Promise<void> {
  await db.deleteFrom('access_tokens').where('expires_at', '<', sql<Date>`now()`).execute();
  // Two lives of an ID token: none of them opens a session any more.
  const twoHoursAgo = sql<Date>`now() - interval '2 hours'`;
  await db.deleteFrom('identity_tokens').where('used_at', '<', twoHoursAgo).execute();
  // Kept for a day after their end, so that the log can say why one did not work.
  const yesterday = sql<Date>`now() - interval '1 day'`;
  await db.deleteFrom('magic_links').where('expires_at', '<', yesterday).execute();
  await db.deleteFrom('rate_limits').where('resets_at', '<', sql<Date>`now()`).execute();
  await forgetOldEvents(db);
  await forgetOldPayoutTraces(db);
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
