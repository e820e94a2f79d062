import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** How often connections that nobody uses any more are looked for, once nobody new is let in. */
const lookMs = 250;

/** The end of a server, on which nobody who is being answered is cut off. The gateway has the same file. */
export class Leaving {
  /** Whether this server is about to end, so that a balancer should turn to others. */
  hasBegun = false;
  readonly #unanswered = new Set<ServerResponse>();
  readonly #silent = new Set<Socket>();
  #server: Server | undefined;

  /** Keeps in mind who is being answered. */
  watch(server: Server): void {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#silent.add(socket);
      socket.once('close', () => this.#silent.delete(socket));
    });
    server.prependListener('request', ({ socket }, response) => {
      this.#silent.delete(socket);
      this.#unanswered.add(response);
      response.once('close', () => this.#unanswered.delete(response));
      if (this.hasBegun) response.setHeader('connection', 'close');
    });
  }

  /** From here on each answer says that its connection ends with it. */
  begin(): void {
    this.hasBegun = true;
    for (const response of this.#unanswered) {
      if (!response.headersSent) response.setHeader('connection', 'close');
    }
  }

  /**
   * Lets nobody new in, and waits for all answers, but no longer than this.
   *
   * @param close closes the server
   * @returns how many were not answered in time
   */
  async finish(close: () => Promise<unknown>, milliseconds: number): Promise<number> {
    const timer = setInterval(() => {
      this.#server?.closeIdleConnections();
      // Node counts those that have never had a request as in use.
      for (const socket of this.#silent) socket.destroy();
    }, lookMs);
    await Promise.race([close(), wait(milliseconds, undefined, { ref: false })]);
    clearInterval(timer);
    return this.#unanswered.size;
  }
}
