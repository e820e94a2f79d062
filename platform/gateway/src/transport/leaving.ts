import type { Server, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Shuts a server down without cutting off open requests. */
export class Leaving {
  /** Whether the shutdown has begun, so load balancers should use other servers. */
  hasBegun = false;
  readonly #unanswered = new Set<ServerResponse>();

  /** Keeps track of the server's open requests. */
  watch(server: Server): void {
    server.prependListener('request', (_request, response) => {
      this.#unanswered.add(response);
      response.once('close', () => this.#unanswered.delete(response));
      if (this.hasBegun) response.setHeader('connection', 'close');
    });
  }

  /** Begins the shutdown. From then on, each response closes its connection. */
  begin(): void {
    this.hasBegun = true;
    for (const response of this.#unanswered) {
      if (!response.headersSent) response.setHeader('connection', 'close');
    }
  }

  /**
   * Refuses new connections, and waits until all requests are answered or the time is up.
   *
   * @returns the number of requests that were still unanswered
   */
  async finish(app: { server: Server; close(): Promise<unknown> }, milliseconds: number) {
    // Node would wait for connections that were never used or stay open after a response.
    const timer = setInterval(() => {
      if (this.#unanswered.size === 0) app.server.closeAllConnections();
    }, 250);
    await Promise.race([app.close(), wait(milliseconds, undefined, { ref: false })]);
    clearInterval(timer);
    return this.#unanswered.size;
  }
}
