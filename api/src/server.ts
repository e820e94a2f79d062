import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { requireNarrowRole } from './database/api-role.ts';
import { connect, limitsOfCalls } from './database/connect.ts';
import { requireMigrated } from './database/migrator.ts';
import { readEnv } from './env.ts';
import { firebaseIdentity } from './identity/identity.ts';
import { smtpMailer } from './mail/mailer.ts';
import { openStripe } from './payouts/open-stripe.ts';
import { runAsCommand } from './run-as-command.ts';
import { openStorage } from './storage/open-storage.ts';

await runAsCommand(async () => {
  const env = readEnv();
  const db = connect(env.DATABASE_URL, {
    limits: limitsOfCalls,
    onBroken: (err) => app.log.warn({ err }, 'database connection broke'),
  });
  const disk = await openStorage(env);
  const app = await buildApp({
    env,
    db,
    disk,
    identity: firebaseIdentity(env),
    mailer: smtpMailer(env),
    stripe: openStripe(env),
  });
  app.addHook('onClose', () => db.destroy());

  const { close } = closeWithGrace({ delay: 10_000, logger: app.log }, async ({ err }) => {
    if (err) app.log.fatal({ err }, 'stopping after an error');
    await app.close();
  });
  // Started by a supervisor: when it is gone, however it ended, nothing of it must stay.
  process.on('disconnect', close);

  await requireMigrated(db);
  await requireNarrowRole(db);
  await app.listen({ host: env.HOST, port: env.PORT });
  process.send?.('ready');
});
