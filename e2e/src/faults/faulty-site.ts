import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { forward } from '../support/forward.ts';
import type { Fault } from './faults.ts';

interface AskedFile {
  /** Path of the request, without the query. */
  path: string;
  /** On the clock of `performance.now()`. */
  at: number;
}

/**
 * A proxy in front of a gateway that can be told to break, so that the browser's network and cache
 * are real.
 */
export class FaultySite {
  readonly url: string;
  /** Requests for files of releases, in order. */
  readonly asked: AskedFile[] = [];
  /** Errors of the proxy itself. */
  readonly mistakes: unknown[] = [];
  readonly #server;
  #gateway: string;
  readonly #faults = new Map<string, Fault>();
  #isCut = false;

  private constructor(server: ReturnType<typeof createServer>, gateway: string) {
    const { port } = server.address() as AddressInfo;
    this.url = `http://localhost:${port}`;
    this.#server = server;
    this.#gateway = gateway;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response).catch((error) => {
        // The browser cancelled the request.
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

  /** Requests under this path fail like this from now on. */
  break(path: string, fault: Fault): void {
    this.#faults.set(path, fault);
  }

  /** Ends every connection, and every new one as soon as it asks for something. */
  cut(): void {
    this.#isCut = true;
    this.#server.closeAllConnections();
  }

  /**
   * Removes all faults. Requests that hang go on hanging.
   *
   * @param gateway origin of one whose releases have none
   */
  mend(gateway = this.#gateway): void {
    this.#isCut = false;
    this.#faults.clear();
    this.#gateway = gateway;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#isCut) return void request.socket.destroy();
    const path = (request.url ?? '').replace(/\?.*/, '');
    if (path.startsWith('/releases/') && path.endsWith('.js')) {
      this.asked.push({ path, at: performance.now() });
    }
    const fault = this.#faultOf(path);
    const answer = await forward(request, this.#gateway);
    const body = Buffer.from(await answer.arrayBuffer());
    if (fault?.answer) {
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
