import type { Server } from 'node:http';
import { finished } from 'node:stream';
import { rest } from './limits.ts';

/**
 * Closes connections on which a body is still arriving well after its response. Node itself would wait
 * for the timeout of a whole request.
 */
export function endUnreadBodies(server: Server): void {
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (request.complete) return;
      const timer = setTimeout(() => request.socket.destroy(), rest.milliseconds);
      finished(request, () => clearTimeout(timer));
    });
  });
}
