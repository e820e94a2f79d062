import type { Server } from 'node:http';
import { readMs, slowestBytesPerSecond, systemBuffer } from './limits.ts';

/**
 * Ends connections that have an answer waiting of which nothing more was taken for too long. Node's
 * own timeout begins anew with every byte.
 */
export function endSlowReaders(server: Server): void {
  server.on('connection', (socket) => {
    let takenBefore = -1;
    let silentMs = 0;
    const timer = setInterval(() => {
      const isWaiting = socket.writableLength > 0;
      // What is in the buffer counts as written already.
      const taken = socket.bytesWritten - socket.writableLength;
      silentMs = isWaiting && taken === takenBefore ? silentMs + readMs : 0;
      if (silentMs > 0 && silentMs >= timeoutMs(taken)) socket.destroy();
      takenBefore = isWaiting ? taken : -1;
    }, readMs);
    socket.once('close', () => clearInterval(timer));
  });
}

/**
 * How long nothing may be seen of what a visitor takes. The system takes more of an answer only when
 * much of its buffer is free again, and that buffer has grown with what it took before.
 */
function timeoutMs(taken: number): number {
  const unseen = Math.min(taken, systemBuffer.bytes) * systemBuffer.unseen;
  return Math.max(readMs, (unseen / slowestBytesPerSecond) * 1000);
}
