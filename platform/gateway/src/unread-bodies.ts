import type { Server } from 'node:http';
import { finished } from 'node:stream';
import { rest } from './limits.ts';

/** Closes connections whose body arrives after the response. Node would wait for a whole request. */
export function endUnreadBodies(server: Server): void {
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (request.complete) return;
      const timer = setTimeout(() => request.socket.destroy(), rest.milliseconds);
      finished(request, () => clearTimeout(timer));
    });
  });
}
