import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { forward } from '../support/forward.ts';
import type { Fault } from './faults.ts';

interface AskedFile {
  /** Path under which it was asked for, without the query. */
  path: string;
  /** When, on the clock of `performance.now()`. */
  at: number;
}

/**
 * A site that breaks when told to: a server of its own in front of a gateway, so that the browser
 * gets its answers from a network, with caching and all.
 */
export class FaultySite {
  readonly url: string;
  /** Files of releases that were asked for, in order. */
  readonly asked: AskedFile[] = [];
  /** What could not be answered as it should have been: a mistake in the test. */
  readonly mistakes: unknown[] = [];
  readonly #server;
  readonly #gateway: string;
  readonly #faults = new Map<string, Fault>();

  private constructor(server: ReturnType<typeof createServer>, gateway: string) {
    const { port } = server.address() as AddressInfo;
    this.url = `http://localhost:${port}`;
    this.#server = server;
    this.#gateway = gateway;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response).catch((error) => {
        // The browser went away in the middle of an answer.
        if (!request.socket.destroyed) this.mistakes.push(error);
        response.destroy();
      });
    });
  }

  /** @param gateway its origin */
  static async open(gateway: string): Promise<FaultySite> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FaultySite(server, gateway);
  }

  /** Has files under this path fail in this way from now on. */
  break(path: string, fault: Fault): void {
    this.#faults.set(path, fault);
  }

  /** Has everything work again. What was not answered so far never will be. */
  mend(): void {
    this.#faults.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/\?.*/, '');
    if (path.startsWith('/releases/') && path.endsWith('.js')) {
      this.asked.push({ path, at: performance.now() });
    }
    const fault = this.#faultOf(path);
    const answer = await forward(request, this.#gateway);
    const body = Buffer.from(await answer.arrayBuffer());
    if (fault) {
      const type = answer.headers.get('content-type') ?? '';
      return fault.answer({ name: basename(path), type, body }, response);
    }
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body);
  }

  #faultOf(path: string): Fault | undefined {
    for (const [folder, fault] of this.#faults) {
      if (!path.startsWith(folder)) continue;
      if (!fault.concerns || fault.concerns(basename(path))) return fault;
    }
    return undefined;
  }
}
