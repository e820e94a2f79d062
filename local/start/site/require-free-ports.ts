import { setTimeout as wait } from 'node:timers/promises';
import { CliError } from '@kargo/commands/cli-error';
import type { Port } from '@kargo/commands/settings';
import { obstacleAt } from 'local-services/free-port';

/**
 * Waits until nothing listens on the ports.
 *
 * @param timeoutMs how long to wait for programs that are about to end
 * @throws {CliError} when a port is taken or may not be used
 */
export async function requireFreePorts(
  ports: Port[],
  host: string,
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  await Promise.all(ports.map((port) => requireFree(port, host, deadline)));
}

async function requireFree({ number, variable }: Port, host: string, deadline: number) {
  const sentences: Record<string, string> = {
    EACCES: `Port ${number} may not be used by this user: set ${variable} to another one.`,
    EADDRNOTAVAIL: `${host} is no address of this machine: change KARGO_HOST.`,
  };
  for (;;) {
    const obstacle = await obstacleFor(number, host);
    if (!obstacle) return;
    if (sentences[obstacle]) throw new CliError(sentences[obstacle]);
    if (Date.now() > deadline) {
      throw new CliError(
        `Port ${number} is in use: end the program that uses it, or set ${variable} to a free port.`,
      );
    }
    await wait(100);
  }
}

/** The error code of an attempt to serve the site there, or null if it succeeds. */
async function obstacleFor(port: number, host: string): Promise<string | null> {
  const obstacle =
    (await obstacleAt({ port, host })) ?? (await obstacleAt({ port, host: '127.0.0.1' }));
  if (obstacle) return obstacle;
  // For "localhost", browsers try ::1 first, and would show another program's page.
  return (await obstacleAt({ port, host: '::1' })) === 'EADDRINUSE' ? 'EADDRINUSE' : null;
}
