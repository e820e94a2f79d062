import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The lowest port. Ports from here are above 10080, which fetch and browsers refuse, and below the ports
 * that systems use for outgoing connections, so none is used by chance.
 */
const lowest = 10_081;
const highest = 32_000;

/** Finds this many free ports in a row on this machine, for tests, and returns the first one. */
export async function freePort(inARow = 1): Promise<number> {
  for (;;) {
    const first = lowest + Math.floor(Math.random() * (highest - lowest - inARow));
    const ports = Array.from({ length: inARow }, (_, index) => first + index);
    const areFree = await Promise.all(ports.map(isFree));
    if (areFree.every(Boolean)) return first;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    // On all addresses, to detect a server on any of them.
    await once(server.listen({ port, exclusive: true }), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
