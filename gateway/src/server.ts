import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { doubts, EnvError, readEnv } from './env.ts';

try {
  const env = readEnv(process.env);
  const app = await buildApp(env);
  for (const doubt of doubts(env)) app.log.warn(doubt);

  const { close } = closeWithGrace({ delay: 5000, logger: false }, async ({ err, signal }) => {
    if (err) app.log.error({ err }, 'stopping after an error');
    else app.log.info({ signal }, 'stopping');
    await app.close();
  });
  // Ends with the process that started it.
  process.on('disconnect', close);

  await app.listen({ host: env.HOST, port: env.PORT });
  process.send?.('ready');
} catch (error) {
  const { code, address, port, message } = error as NodeJS.ErrnoException & Listening;
  if (code === 'EADDRINUSE') {
    stop(`port ${port} on ${address} is in use. Free it or set PORT.`);
  }
  if (!(error instanceof EnvError)) throw error;
  stop(message);
}

interface Listening {
  address?: string;
  port?: number;
}

function stop(reason: string): never {
  console.error(`The gateway cannot start: ${reason}`);
  process.exit(1);
}
