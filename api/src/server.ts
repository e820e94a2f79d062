import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { connect } from './database/connect.ts';
import { migrateToLatest } from './database/migrator.ts';
import { type Env, EnvError, readEnv } from './env.ts';
import { firebaseIdentity } from './identity/identity.ts';
import { openStorage } from './storage/open-storage.ts';

async function start(env: Env) {
  const db = connect(env.DATABASE_URL, (err) => app.log.warn({ err }, 'idle connection broke'));
  const disk = await openStorage(env);
  const app = await buildApp(env, { db, disk, verifyIdToken: firebaseIdentity(env) });
  app.addHook('onClose', () => db.destroy());

  const { close } = closeWithGrace({ delay: 10_000, logger: app.log }, async ({ err }) => {
    if (err) app.log.fatal({ err }, 'stopping after an error');
    await app.close();
  });
  // Started by a supervisor: when it is gone, however it ended, nothing of it must stay.
  process.on('disconnect', close);

  for (const name of await migrateToLatest(db)) app.log.info({ migration: name }, 'migrated');
  await app.listen({ host: env.HOST, port: env.PORT });
  process.send?.('ready');
}

/** What a person can do about it, in one sentence. */
function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof EnvError) return message;
  if (code === 'EADDRINUSE') return `The port is taken (${message}). Set PORT to a free one.`;
  if (code === 'ECONNREFUSED') return 'The database does not answer. Check DATABASE_URL.';
  return `The API could not start: ${message}`;
}

try {
  await start(readEnv());
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
