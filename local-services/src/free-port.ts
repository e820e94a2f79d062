import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Above 10080, which fetch and browsers refuse, and below the ports that systems give to outgoing
 * connections: none of these is taken by chance.
 */
const lowest = 10_081;
const highest = 32_000;

/** The first of so many ports in a row that nothing on this machine listens on, for tests. */
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
    // On all addresses, so that a server on any of them is noticed.
    await once(server.listen({ port, exclusive: true }), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
