import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

/** The first of so many ports in a row that nobody listens on. */
export async function freePortsInARow(count: number): Promise<number> {
  for (;;) {
    const first = await freePort();
    const rest = Array.from({ length: count - 1 }, (_, index) => first + 1 + index);
    const areFree = await Promise.all(rest.map(isFree));
    if (areFree.every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
