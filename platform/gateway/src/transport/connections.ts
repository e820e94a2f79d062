import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import { connections } from '../limits.ts';
import { Tally } from './tally.ts';

interface Bounds {
  /** Maximum number of connections from one address, or one IPv6 network. */
  perAddress: number;
  /** Whether this is the address of a proxy, which many visitors share, so it has no maximum. */
  isProxy(address: string): boolean;
  /** Called with an address whose connection was refused, at most once every `refusalMs`. */
  onRefused(address: string): void;
  /** Maximum number of all connections. */
  most?: number;
}

/** Minimum time between two calls of `onRefused`, however many connections are refused. */
const refusalMs = 10_000;

/** Limits connections by address. If there are many, a new one closes the longest unused one. */
export function boundConnections(server: Server, bounds: Bounds): void {
  const { perAddress, isProxy, onRefused, most = mostConnections(openFiles()) } = bounds;
  server.maxConnections = most;
  const ofAddress = new Tally();
  /** Connections without an open request, the longest unused first. */
  const unused = new Set<Socket>();
  const open = new Tally();
  let count = 0;
  let refusedAt = Number.NEGATIVE_INFINITY;
  server.on('request', ({ socket }, response) => {
    unused.delete(socket);
    const remove = open.add(socket);
    response.once('close', () => {
      remove();
      if (open.of(socket) === 0 && !socket.destroyed) unused.add(socket);
    });
  });
  // Runs before Node's own listener, which starts reading HTTP.
  server.prependListener('connection', (socket: Socket) => {
    // A connection that is closed already has no address.
    const { remoteAddress } = socket;
    if (remoteAddress && !isProxy(remoteAddress)) {
      const address = normalizeIP(remoteAddress);
      if (ofAddress.of(address) >= perAddress) {
        socket.resetAndDestroy();
        if (performance.now() - refusedAt < refusalMs) return;
        refusedAt = performance.now();
        return onRefused(address);
      }
      socket.once('close', ofAddress.add(address));
    }
    count += 1;
    const [oldest] = unused;
    unused.add(socket);
    socket.once('close', () => {
      count -= 1;
      unused.delete(socket);
    });
    if (!oldest || count <= most * connections.crowded) return;
    unused.delete(oldest);
    oldest.destroy();
  });
}

/** Returns how many connections to allow, so that the process can still open its own files. */
export function mostConnections(files: number): number {
  const left = Math.max(files - connections.otherFiles, Math.floor(files / 2));
  return Math.min(connections.most, left);
}

/** Returns how many files this process may open; infinity if there is no limit. */
function openFiles(): number {
  const { userLimits }: { userLimits?: { open_files: { soft: unknown } } } =
    process.report.getReport();
  return Number(userLimits?.open_files.soft) || Number.POSITIVE_INFINITY;
}
