import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports from here are above 10080, the last that fetch and browsers refuse, and below those that
 * systems use for outgoing connections.
 */
const lowest = 10_081;
const highest = 32_000;

/** Finds this many free ports in a row, for tests, and returns the first. */
export async function freePort(inARow = 1): Promise<number> {
  for (;;) {
    const first = lowest + Math.floor(Math.random() * (highest - lowest - inARow));
    const ports = Array.from({ length: inARow }, (_, index) => first + index);
    const areFree = await Promise.all(ports.map(isFree));
    if (areFree.every(Boolean)) return first;
  }
}

/** Finds a free port for each variable, in a row, for tests. */
export async function freePorts<Name extends string>(variables: readonly Name[]) {
  const first = await freePort(variables.length);
  const ports = variables.map((variable, index) => [variable, `${first + index}`]);
  return Object.fromEntries(ports) as Record<Name, string>;
}

/** Tries all addresses, to detect a server on any of them. */
const isFree = async (port: number) => (await obstacleAt({ port })) === null;

/** The error code of an attempt to listen there, or null if it succeeds. */
export async function obstacleAt(place: { port: number; host?: string }): Promise<string | null> {
  const server = createServer();
  try {
    await once(server.listen({ ...place, exclusive: true }), 'listening');
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'EADDRINUSE';
  } finally {
    server.close();
  }
}
