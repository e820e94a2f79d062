import { randomBytes } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from './postgres.ts';
import { keptPassword } from './postgres-url.ts';

/**
 * Starts local replacements for cloud services, but only those with a port. Without a local inbox,
 * the mails of the Auth emulator go to `SMTP_URL`.
 *
 * Sends its parent `'database ready'`, then `'ready'` when all services run. Ends on SIGTERM, on
 * SIGINT and when its parent has ended, and leaves nothing running.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    'postgres-port': { type: 'string' },
    'bucket-port': { type: 'string' },
    'auth-port': { type: 'string' },
    'inbox-port': { type: 'string' },
    'smtp-port': { type: 'string' },
    'stripe-port': { type: 'string' },
    'stripe-url': { type: 'string' },
    'stripe-webhook': { type: 'string' },
  },
});

/** Stopped in reverse order. */
const stops: (() => unknown)[] = [];
let stopping = false;

async function stop(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const stopPart of stops.reverse()) await stopPart();
  process.exit(exitCode);
}

process.on('SIGTERM', () => stop(0));
process.on('SIGINT', () => stop(0));
process.on('disconnect', () => stop(0));

async function start(): Promise<void> {
  if (process.env.NODE_ENV === 'production' || /^https:/.test(process.env.SITE_URL ?? '')) {
    throw new Error(
      'local-services does not start in production (NODE_ENV=production, or a SITE_URL with https): here anybody can sign in as anybody.',
    );
  }
  if (!values.data) throw new Error('--data has to name a folder.');
  await mkdir(values.data, { recursive: true });
  const dataFolder = await realpath(values.data);
  const { host } = values;

  const postgresPort = values['postgres-port'];
  if (postgresPort) {
    const postgres = await startPostgres({
      dataFolder,
      host,
      port: Number(postgresPort),
      password:
        process.env.POSTGRES_PASSWORD ||
        keptPassword(dataFolder).read() ||
        randomBytes(24).toString('base64url'),
      log: (text) => process.stderr.write(text),
    });
    stops.push(() => postgres.stop());
    postgres.ended.then(() => {
      if (!stopping) console.error('Postgres ended unexpectedly.');
      return stop(1);
    });
  }
  process.send?.('database ready');

  const bucketPort = values['bucket-port'];
  if (bucketPort) {
    const { startBucket } = await import('./bucket/start-bucket.ts');
    await startBucket({ folder: join(dataFolder, 'buckets'), host, port: Number(bucketPort) });
  }

  const inboxPort = values['inbox-port'];
  const smtpPort = values['smtp-port'];
  if (inboxPort && smtpPort) {
    const { openMailbox } = await import('./mailbox.ts');
    const { startMailServer } = await import('./mail-server.ts');
    const { startInbox } = await import('./inbox.ts');
    const mailbox = await openMailbox(join(dataFolder, 'mail'));
    await startMailServer(mailbox, Number(smtpPort), host);
    await startInbox(mailbox, Number(inboxPort), host);
  }

  const stripePort = values['stripe-port'];
  if (stripePort) {
    const { startStripe } = await import('./stripe/start-stripe.ts');
    const { stripeKeys } = await import('./stripe-keys.ts');
    const webhookUrl = values['stripe-webhook'];
    const stripe = await startStripe({
      dataFolder,
      host,
      port: Number(stripePort),
      pagesUrl: values['stripe-url'] ?? `http://localhost:${stripePort}`,
      webhook: webhookUrl ? { url: webhookUrl, secret: stripeKeys.webhookSecret } : undefined,
    });
    stops.push(() => stripe.close());
  }

  const authPort = values['auth-port'];
  if (authPort) {
    const { startAuthEmulator } = await import('./auth-emulator.ts');
    const { createTransport } = await import('nodemailer');
    const smtpUrl = smtpPort ? `smtp://127.0.0.1:${smtpPort}` : process.env.SMTP_URL;
    await startAuthEmulator(dataFolder, Number(authPort), host, (mail) =>
      createTransport(smtpUrl)
        .sendMail(mail)
        .catch((error) => console.error('A mail of the Auth emulator was not delivered.', error)),
    );
  }
  process.send?.('ready');
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return stop(1);
});
