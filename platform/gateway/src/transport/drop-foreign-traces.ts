import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Headers that say which trace a request belongs to, and whether to record it. */
const traceHeaders = ['traceparent', 'tracestate', 'baggage', 'b3', 'x-b3-traceid', 'x-b3-sampled'];

/** Deletes these headers before OpenTelemetry reads them, unless a trusted proxy sent them. */
export function dropForeignTraces(
  app: FastifyInstance,
  isProxy: (address: string) => boolean,
): void {
  const drop = (message: unknown) => {
    const { request, server } = message as { request: IncomingMessage; server: Server };
    if (server !== app.server || isProxy(request.socket.remoteAddress ?? '')) return;
    for (const name of traceHeaders) delete request.headers[name];
  };
  // It is published before the server's "request" event, which OpenTelemetry wraps.
  subscribe('http.server.request.start', drop);
  app.addHook('onClose', async () => void unsubscribe('http.server.request.start', drop));
}
