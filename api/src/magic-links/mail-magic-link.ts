import { sql } from 'kysely';
import { magicTokenParameter, paths } from 'shared-types/page/paths';
import { ApiError } from '../api-error.ts';
import { recordingChange } from '../audit/audit.ts';
import type { Database, Driver } from '../database/tables.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { normalizeEmail } from '../sessions/log-in.ts';
import { requireAdmitted } from '../sessions/require-admitted.ts';
import { createMagicToken, magicLinkMinutes } from './repository.ts';

interface World {
  db: Database;
  mailer: Mailer;
  siteUrl: string;
}

/**
 * Mails a driver a link that signs in. It replaces the previous link.
 *
 * @returns the driver.
 * @throws {ApiError} when no driver has this address, the driver may not sign in, or the mail cannot
 *   be sent.
 */
export async function mailMagicLink(
  { db, mailer, siteUrl }: World,
  email: string,
): Promise<Driver> {
  const driver = await findDriverByEmail(db, email);
  if (!driver) throw new ApiError('driver_unknown', `No driver has the e-mail address ${email}.`);
  requireAdmitted(driver);
  const token = await recordingChange(db, { log: { info: () => {} } }, async (trx, record) => {
    await record({ event: 'link_made', reason: 'sign_in', driverId: driver.id });
    return createMagicToken(trx, driver.id);
  });
  const link = `${siteUrl}${paths.profile()}?${magicTokenParameter}=${token}`;
  await mailer.sendMail(magicLinkMail(driver, link));
  return driver;
}

function findDriverByEmail(db: Database, email: string): Promise<Driver | undefined> {
  return db
    .selectFrom('drivers')
    .where(sql<string>`lower(email)`, '=', normalizeEmail(email))
    .selectAll()
    .executeTakeFirst();
}

function magicLinkMail({ name, email }: Driver, link: string): Mail {
  return {
    to: email,
    subject: 'Your link to sign in to Kargo',
    text: `Hello ${name},

Follow this link to sign in to Kargo:

${link}

It works once, within ${magicLinkMinutes} minutes. Do not pass it on: whoever opens it is signed in as you.

If you didn't ask for this, you can ignore this email.
`,
  };
}
