import { magicTokenParameter } from '@kargo/shared-types/page/magic-token-parameter';
import { paths } from '@kargo/shared-types/page/paths';
import { recordingChange } from '../audit/audit.ts';
import type { Database, Driver } from '../database/tables.ts';
import type { SiteContact } from '../mail/mail-html.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { writeMail } from '../mail/write-mail.ts';
import { magicLinkMinutes } from '../sessions/magic-link.ts';
import { lockDriver, requireDriversByEmail } from '../sessions/repository.ts';
import { requireAdmitted } from '../sessions/require-session.ts';
import { createMagicToken } from './repository.ts';

/**
 * Mails a driver a link that signs in and replaces the previous one. Returns the driver.
 *
 * @throws {ApiError} when the driver is unknown or may not sign in, or the mail cannot be sent.
 */
export async function mailMagicLink(
  { db, mailer, site }: { db: Database; mailer: Mailer; site: SiteContact },
  email: string,
): Promise<Driver> {
  const [driver] = await requireDriversByEmail(db, email);
  const token = await recordingChange(db, { log: { info: () => {} } }, async (trx, record) => {
    requireAdmitted(await lockDriver(trx, driver.id));
    await record({ event: 'link_made', reason: 'sign_in', driverId: driver.id });
    return createMagicToken(trx, driver.id);
  });
  const link = `${site.SITE_URL}${paths.profile()}?${magicTokenParameter}=${token}`;
  await mailer.sendMail(magicLinkMail(driver, link, site));
  return driver;
}

function magicLinkMail({ name, email }: Driver, link: string, site: SiteContact): Mail {
  return writeMail(
    {
      to: email,
      name,
      subject: 'Your link to sign in to Kargo',
      purpose: 'Follow this link to sign in to Kargo.',
      button: 'Sign in to Kargo',
      link,
      lifetime: `The link works up to three times, within ${magicLinkMinutes} minutes. Do not pass it on: whoever opens it is signed in as you.`,
      reason:
        'You get this mail because somebody asked Kargo for a link to your account. If it was not you, you can ignore it.',
    },
    site,
  );
}
