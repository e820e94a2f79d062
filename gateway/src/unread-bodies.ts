import type { Server } from 'node:http';
import { finished } from 'node:stream';
import { rest } from './limits.ts';

/**
 * Ends connections on which a body is still on its way well after its answer. Node waits for it as long as for
 * a whole request.
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
