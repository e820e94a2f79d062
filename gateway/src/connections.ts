import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import { connections } from './limits.ts';
import { Tally } from './tally.ts';

interface Bounds {
  /** How many one address, or one IPv6 network, may have. */
  perAddress: number;
  /** Whether many visitors may come from this address, so that it has no bound. */
  isProxy(address: string): boolean;
  /** Is told which address was refused another one, from time to time. */
  onRefused(address: string): void;
  /** How many there may be in all. */
  most?: number;
}

/** One refusal is told in so long, however many there are. */
const tellMs = 10_000;

/**
 * Keeps connections free for others: one address has only so many, and when there are many in all, the
 * one that has been without a request for longest is closed for each new one.
 */
export function boundConnections(server: Server, bounds: Bounds): void {
  const { perAddress, isProxy, onRefused, most = mostConnections(openFiles()) } = bounds;
  server.maxConnections = most;
  const unused = new UnusedSockets(server);
  const ofAddress = new Tally();
  let count = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  // Before Node takes it for a connection of HTTP.
  server.prependListener('connection', (socket: Socket) => {
    // Somebody who has gone away by now has no address any more.
    const address = socket.remoteAddress && normalizeIP(socket.remoteAddress);
    if (address && !isProxy(address)) {
      if (ofAddress.of(address) >= perAddress) {
        socket.resetAndDestroy();
        if (performance.now() - toldAt < tellMs) return;
        toldAt = performance.now();
        return onRefused(address);
      }
      socket.once('close', ofAddress.add(address));
    }
    count += 1;
    socket.once('close', () => {
      count -= 1;
    });
    if (count > most * connections.crowded) unused.closeOldest();
    unused.add(socket);
  });
}

/** Connections on which no request is open, the one that has been so for longest first. */
class UnusedSockets {
  readonly #unused = new Set<Socket>();

  constructor(server: Server) {
    const open = new Tally();
    server.on('request', ({ socket }, response) => {
      this.#unused.delete(socket);
      const remove = open.add(socket);
      response.once('close', () => {
        remove();
        if (open.of(socket) === 0 && !socket.destroyed) this.#unused.add(socket);
      });
    });
  }

  add(socket: Socket): void {
    this.#unused.add(socket);
    socket.once('close', () => this.#unused.delete(socket));
  }

  closeOldest(): void {
    const [oldest] = this.#unused;
    if (!oldest) return;
    this.#unused.delete(oldest);
    oldest.destroy();
  }
}

/**
 * So many that the process, which may open so many files, can still open what it needs itself: where it
 * cannot, nobody is answered.
 */
export function mostConnections(files: number): number {
  const left = Math.max(files - connections.otherFiles, Math.floor(files / 2));
  return Math.min(connections.most, left);
}

/** How many files this process may have open, where the system says so (Linux: proc(5)). */
function openFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
