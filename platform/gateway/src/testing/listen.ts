import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, Server as HttpServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';
import type { Test } from './fixture-releases.ts';

/** Starts a server that runs until the test has ended, and returns its origin. */
export async function listen(test: Test, given: Server | RequestListener): Promise<string> {
  const server = typeof given === 'function' ? createServer(given) : given;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  test.after(async () => {
    server.close();
    if (server instanceof HttpServer) server.closeAllConnections();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://127.0.0.1:${address.port}`;
}
