import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

/** Above 10080, which browsers refuse. */
const lowestPort = 10_081;
/** Below the ports of outgoing connections, one of which could take it. */
const highestPort = 32_000;

const script = fileURLToPath(import.meta.resolve('@kargo/gateway/server'));

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** Starts a separate gateway, by default on a free port; disposing of it stops the gateway. */
export async function startGateway(options: {
  releases: string;
  publishers: string;
  apiUrl: string;
  port?: number | undefined;
  scriptSilenceMs?: number;
  trustProxy?: string;
}) {
  const { port = await unusedPort() } = options;
  const child = fork(script, {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      PORT: `${port}`,
      SITE_URL: `http://localhost:${port}`,
      RELEASES: options.releases,
      PUBLISHERS: options.publishers,
      API_URL: options.apiUrl,
      TRUST_PROXY: options.trustProxy,
      SCRIPT_SILENCE_MS: options.scriptSilenceMs?.toString(),
      // As `pnpm start` sets them for the Auth emulator.
      FIREBASE_PROJECT_ID: 'demo-kargo',
      FIREBASE_API_KEY: 'demo-key',
      FIREBASE_AUTH_EMULATOR_URL: `http://localhost:${process.env.KARGO_AUTH_PORT || 3030}`,
      LOG_LEVEL: 'silent',
      SHUTDOWN_DELAY_SECONDS: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const [message] = await Promise.race([once(child, 'message'), ended]);
  if (message !== 'ready') throw new Error(`The gateway ended with ${message}`);
  return {
    url: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}

/** Returns a free port: the gateway must know its address before it listens. */
export async function unusedPort(): Promise<number> {
  const port = randomInt(lowestPort, highestPort);
  const server = createServer().listen(port);
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  // Otherwise another server has it.
  return isFree ? port : unusedPort();
}
