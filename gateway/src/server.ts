import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { doubts, type Env, readEnv } from './env.ts';

const env = orStop(() => readEnv(process.env));
const app = await buildApp(env);
for (const doubt of doubts(env)) app.log.warn(doubt);

const { close } = closeWithGrace({ delay: 5000, logger: false }, async ({ err, signal }) => {
  if (err) app.log.error({ err }, 'stopping after an error');
  else app.log.info({ signal }, 'stopping');
  await app.close();
});
// Ends with the process that started it.
process.on('disconnect', close);

await listen(app, env);
process.send?.('ready');

async function listen(app: FastifyInstance, { HOST: host, PORT: port }: Env): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    stop(`port ${port} on ${host} is in use. Free it or set PORT.`);
  }
}

function orStop<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    stop(error instanceof Error ? error.message : String(error));
  }
}

function stop(reason: string): never {
  console.error(`The gateway cannot start: ${reason}`);
  process.exit(1);
}
