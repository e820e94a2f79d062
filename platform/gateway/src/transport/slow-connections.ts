import type { Server } from 'node:http';
import { finished } from 'node:stream';
import { readMs, rest, slowestBytesPerSecond, systemBuffer } from '../limits.ts';

/** Closes connections whose visitor stops reading. Node's own timeout restarts with every byte. */
export function endSlowReaders(server: Server): void {
  server.on('connection', (socket) => {
    let takenBefore = -1;
    let silentMs = 0;
    const timer = setInterval(() => {
      const isWaiting = socket.writableLength > 0;
      // `bytesWritten` includes the bytes that are still in the buffer.
      const taken = socket.bytesWritten - socket.writableLength;
      silentMs = isWaiting && taken === takenBefore ? silentMs + readMs : 0;
      if (silentMs > 0 && silentMs >= timeoutMs(taken)) socket.destroy();
      takenBefore = isWaiting ? taken : -1;
    }, readMs);
    socket.once('close', () => clearInterval(timer));
  });
}

/**
 * Returns how many milliseconds a visitor may seem to read nothing. The system accepts more of a
 * response only when much of its buffer is free, and the buffer grows with the amount sent.
 */
function timeoutMs(taken: number): number {
  const unseen = Math.min(taken, systemBuffer.bytes) * systemBuffer.unseen;
  return Math.max(readMs, (unseen / slowestBytesPerSecond) * 1000);
}

/** Closes connections whose body still arrives after the response. Node would wait for it all. */
export function endUnreadBodies(server: Server): void {
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (request.complete) return;
      const timer = setTimeout(() => request.socket.destroy(), rest.milliseconds);
      // The code that began to read the body may have stopped.
      finished(request.resume(), () => clearTimeout(timer));
    });
  });
}
