import { once } from 'node:events';
import { createServer, Server as HttpServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** A test's context, or the test runner itself. */
export interface Test {
  after(action: () => Promise<void>): void;
}

/** Starts a server that runs until the test has ended, and returns its origin. */
export async function listen(test: Test, given: Server | RequestListener): Promise<string> {
  const server = typeof given === 'function' ? createServer(given) : given;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  test.after(async () => {
    server.close();
    if (server instanceof HttpServer) server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
