import './traces.ts';
import { setTimeout as wait } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { EnvError, readEnv, warnings } from './env.ts';
import { finishMs, hurryMs } from './limits.ts';
import { Leaving } from './transport/leaving.ts';

try {
  const env = readEnv(process.env);
  const leaving = new Leaving();
  const app = await buildApp(env, undefined, leaving);
  for (const warning of warnings(env)) app.log.warn(warning);

  const delayMs = env.SHUTDOWN_DELAY_SECONDS * 1000;
  // Without a timeout, since each step has its own.
  const { close } = closeWithGrace({ delay: false, logger: false }, async ({ err, signal }) => {
    if (err) app.log.error({ err }, 'stopping after an error');
    else app.log.info({ signal }, 'stopping');
    leaving.begin();
    if (signal === 'SIGTERM') await wait(delayMs);
    const unanswered = await leaving.finish(app, signal ? finishMs : hurryMs);
    if (unanswered > 0) app.log.warn({ unanswered }, 'stopped before all were answered');
  });
  // Stops when the parent process ends.
  process.on('disconnect', close);

  await app.operators?.listen({ host: env.OPERATORS_HOST, port: env.OPERATORS_PORT ?? 0 });
  await app.listen({ host: env.HOST, port: env.PORT });
  process.send?.('ready');
} catch (error) {
  if (error instanceof EnvError) stop(error.message);
  if (!isPortInUse(error)) throw error;
  const { address, port } = error;
  const variable = `${port}` === process.env.OPERATORS_PORT ? 'OPERATORS_PORT' : 'PORT';
  stop(`port ${port} on ${address} is in use. Free it or set ${variable}.`);
}

function isPortInUse(error: unknown): error is { address: string; port: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function stop(reason: string): never {
  console.error(`The gateway cannot start: ${reason}`);
  process.exit(1);
}
