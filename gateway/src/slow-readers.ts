import type { Server } from 'node:http';
import { readMs } from './limits.ts';

/**
 * Ends connections that have an answer waiting of which nothing more was taken between two looks.
 * Node's own timeout begins anew with every byte.
 */
export function endSlowReaders(server: Server): void {
  server.on('connection', (socket) => {
    let takenBefore = 0;
    let wasWaiting = false;
    const timer = setInterval(() => {
      const isWaiting = socket.writableLength > 0;
      // What is in the buffer counts as written already.
      const taken = socket.bytesWritten - socket.writableLength;
      if (isWaiting && wasWaiting && taken === takenBefore) socket.destroy();
      takenBefore = taken;
      wasWaiting = isWaiting;
    }, readMs);
    socket.once('close', () => clearInterval(timer));
  });
}
