import { connect } from '../database/connect.ts';
import { readEnv } from '../env.ts';
import { mailMagicLink } from '../magic-links/mail-magic-link.ts';
import { smtpMailer } from '../mail/mailer.ts';
import { magicLinkMinutes } from '../sessions/magic-link.ts';
import { onlyArgument, runAsCommand } from './run-as-command.ts';

/** `node src/commands/magic-link.ts <email>`: mails a driver a link that signs in. */
await runAsCommand(async () => {
  const email = onlyArgument('Give the e-mail address of the driver who gets the link.');
  const env = readEnv();
  const db = connect(env.DATABASE_URL);
  const mailer = smtpMailer(env);
  const driver = await mailMagicLink({ db, mailer, site: env }, email);
  console.log(
    `A link that signs ${driver.name} in was mailed to ${driver.email}. It works up to three times, within ${magicLinkMinutes} minutes.`,
  );
  await db.destroy();
});
