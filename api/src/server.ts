import './telemetry/traces.ts';
import { setTimeout as wait } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { runAsCommand } from './commands/run-as-command.ts';
import { requireNarrowRole } from './database/api-role.ts';
import { connect, limitsOfCalls } from './database/connect.ts';
import { requireMigrated } from './database/migrator.ts';
import { requireSameStorage } from './drivers/require-same-storage.ts';
import { EnvError, readEnv } from './env.ts';
import { openServices } from './services.ts';
import { operatorsServer } from './telemetry/operators.ts';

/** Timeout for open requests when the API stops. */
const finishMs = 30_000;

/** Timeout for open requests after an error, or when the parent process has ended. */
const hurryMs = 5000;

await runAsCommand(async () => {
  const env = readEnv();
  const db = connect(env.DATABASE_URL, {
    limits: limitsOfCalls,
    onBroken: (err) => app.log.warn({ err }, 'database connection broke'),
  });
  const services = await openServices(env, db, (change) =>
    app.log.warn(change, 'circuit breaker changed'),
  );
  const leaving = new AbortController();
  const app = await buildApp({ db, ...services }, leaving.signal);
  let unanswered = 0;
  app.server.on('request', (_request, response) => {
    unanswered += 1;
    response.once('close', () => {
      unanswered -= 1;
    });
  });

  // Each of these steps has its own timeout.
  const { close } = closeWithGrace({ delay: false, logger: app.log }, async ({ err, signal }) => {
    if (err) app.log.fatal({ err }, 'stopping after an error');
    leaving.abort();
    if (signal === 'SIGTERM') await wait(env.SHUTDOWN_DELAY_SECONDS * 1000);
    // Node waits for connections that were never used, and for those kept open after a response.
    setInterval(() => unanswered === 0 && app.server.closeAllConnections(), 250);
    // Not in a hook, which would run before those that wait for mails being sent.
    const closed = app.close().then(() => db.destroy());
    await Promise.race([closed, wait(signal === undefined ? hurryMs : finishMs)]);
    if (unanswered > 0) app.log.warn({ unanswered }, 'stopped before all were answered');
  });
  // Stops when the supervisor that started it ends, for whatever reason.
  process.on('disconnect', close);

  await requireMigrated(db);
  await requireNarrowRole(db);
  await requireSameStorage(db, services.disk, env).catch((err) => {
    if (err instanceof EnvError) throw err;
    // Everything but pictures works without the storage.
    app.log.warn({ err }, 'could not check whether the storage belongs to the database');
  });
  if (env.OPERATORS_PORT !== undefined) {
    const operators = operatorsServer(services.metrics);
    app.addHook('onClose', () => operators.close());
    await operators.listen({ host: env.OPERATORS_HOST, port: env.OPERATORS_PORT });
  }
  await app.listen({ host: env.HOST, port: env.PORT });
  process.send?.('ready');
});
