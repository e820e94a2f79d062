import { setTimeout as wait } from 'node:timers/promises';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import type { FastifyBaseLogger } from 'fastify';
import { type Selectable, sql } from 'kysely';
import { recordingChange } from '../audit/audit.ts';
import type { Database, Driver, Tables } from '../database/tables.ts';
import { hashSecretToken } from '../secret-token.ts';
import type { Services } from '../services.ts';
import { linkMail } from './link-mail.ts';
import { createLink } from './repository.ts';

/** Together with the mail server's timeout, less than the shortest claim. */
const noteMs = 40_000;

type Post = Pick<Services, 'db' | 'mailer' | 'env' | 'metrics'>;

/**
 * Sends the due mails, but none to drivers who were disabled since. They are queued in the
 * database, so that calls do not wait and no mail is lost. Several processes share the work. Never
 * rejects, and starts no mail after the signal.
 */
export async function sendDueMails(post: Post, log: FastifyBaseLogger, signal?: AbortSignal) {
  try {
    while (!signal?.aborted) {
      const mail = await claimDueMail(post.db);
      if (!mail) return;
      if (!mail.disabled_at) await send(post, mail, log);
      else await post.db.deleteFrom('payout_mails').where('id', '=', mail.id).execute();
    }
  } catch (err) {
    log.warn({ err }, 'could not read which mails are due');
  }
}

type DueMail = Pick<
  Selectable<Tables['payout_mails']>,
  'id' | 'driver_id' | 'reason' | 'attempts'
> &
  Pick<Driver, 'email' | 'name' | 'disabled_at'>;

/** Sends a queued mail. If that fails, it stays queued until the retry time set by its claim. */
async function send({ db, mailer, env, metrics }: Post, mail: DueMail, log: FastifyBaseLogger) {
  try {
    const { reason } = mail;
    const purpose = reason === 'bank_details' ? 'bank_details' : 'onboarding';
    const token = await recordingChange(db, { log }, async (trx, record) => {
      await record({ event: 'link_made', reason, driverId: mail.driver_id });
      return createLink(trx, mail.driver_id, purpose);
    });
    const link = env.SITE_URL + apiBasePath + apiPaths.payoutLink(token);
    // Lets a mailbox recognize a mail sent twice because its sender died after sending it.
    const messageId = `<${mail.id}@${new URL(env.SITE_URL).hostname}>`;
    await mailer.sendMail({ ...linkMail(mail, link, env), messageId });
    await noteSent(db, mail, token);
    metrics.countMail('sent');
  } catch (err) {
    metrics.countMail('failed');
    log.warn({ err, attempts: mail.attempts }, 'payout mail not sent');
  }
}

/** Marks a mail as sent. Retries until shortly before the claim ends if the database is away. */
async function noteSent(db: Database, { id }: DueMail, token: string): Promise<void> {
  const end = performance.now() + noteMs;
  for (;;) {
    try {
      return void (await sql`with mailed as (
          update payout_links set is_mailed = true where token_hash = ${hashSecretToken(token)}
        ) delete from payout_mails where id = ${id}`.execute(db));
    } catch (error) {
      if (performance.now() > end) throw error;
      await wait(500);
    }
  }
}

/** Claims the mail that has been due longest, for a minute, which doubles with each attempt. */
async function claimDueMail(db: Database): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    update payout_mails set
      attempts = payout_mails.attempts + 1,
      due_at = now() + interval '1 minute' * power(2, least(payout_mails.attempts, 10))
    from drivers
    where drivers.id = payout_mails.driver_id and payout_mails.id = (
      select id from payout_mails where due_at <= now() order by due_at limit 1
      for update skip locked
    )
    returning payout_mails.id, payout_mails.driver_id, payout_mails.reason, payout_mails.attempts,
      drivers.email, drivers.name, drivers.disabled_at`.execute(db);
  return rows[0];
}
