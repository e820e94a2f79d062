import { hash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { reportsPath } from '@kargo/shared-types/releases/release-addresses';
import type { Fault } from './faults.ts';

/** Where pages find the added script. */
const scriptPath = '/added-to-this-page.js';

interface AskedFile {
  /** Path of the request, without its query. */
  path: string;
  /** Time of the request in `performance.now()`. */
  at: number;
}

/** A proxy that makes requests to a gateway fail, so the browser's network and cache are real. */
export class FaultySite {
  readonly url: string;
  /** Requests for files of releases, in order. */
  readonly asked: AskedFile[] = [];
  /** The pages' reports as JSON, in order. */
  readonly reports: string[] = [];
  /** Errors of the proxy itself. */
  readonly mistakes: unknown[] = [];
  readonly #server;
  #gateway: string;
  readonly #script: string;
  readonly #faults = new Map<string, Fault>();
  #isCut = false;

  private constructor(server: ReturnType<typeof createServer>, gateway: string, script: string) {
    const { port } = server.address() as AddressInfo;
    this.url = `http://localhost:${port}`;
    this.#server = server;
    this.#gateway = gateway;
    this.#script = script;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response).catch((error) => {
        // The browser may have cancelled the request.
        if (!request.socket.destroyed) this.mistakes.push(error);
        response.destroy();
      });
    });
  }

  /**
   * @param gateway the gateway's origin
   * @param script runs at the start of each page
   */
  static async open(gateway: string, script = ''): Promise<FaultySite> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FaultySite(server, gateway, script);
  }

  /** Makes requests under this path fail like this. */
  break(path: string, fault: Fault): void {
    this.#faults.set(path, fault);
  }

  /** Closes every connection, and each new one at its first request. */
  cut(): void {
    this.#isCut = true;
    this.#server.closeAllConnections();
  }

  /**
   * Removes all faults. Hanging requests still get no response.
   *
   * @param gateway origin of a gateway whose releases have no fault
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
    if (path === scriptPath) {
      return void response
        .writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' })
        .end(this.#script);
    }
    if (path === reportsPath) {
      this.reports.push(await text(request));
      return void response.writeHead(204).end();
    }
    if (path.startsWith('/releases/') && path.endsWith('.js')) {
      this.asked.push({ path, at: performance.now() });
    }
    const fault = this.#faultOf(path);
    const { statusCode = 0, headers, body } = await forward(request, this.#gateway);
    const { 'content-type': type = '' } = headers;
    if (fault?.answer) return fault.answer({ name: basename(path), type, body }, response);
    const isScripted = this.#script && type.startsWith('text/html');
    const page = isScripted ? withScript(this.#script, headers, body) : body;
    response.writeHead(statusCode, headers).end(page);
  }

  #faultOf(path: string): Fault | undefined {
    for (const [folder, fault] of this.#faults) {
      if (!path.startsWith(folder)) continue;
      if (!fault.concerns || fault.concerns(basename(path))) return fault;
    }
    return undefined;
  }
}

/**
 * Forwards a request to another origin, with an uncompressed response. Not by `fetch`, which
 * replaces the headers that identify a navigation.
 */
async function forward(request: IncomingMessage, origin: string) {
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  for (const name of ['host', 'connection', 'transfer-encoding'] as const) delete headers[name];
  const sent = send(origin + request.url, { method: request.method, headers });
  request.pipe(sent);
  const [received]: IncomingMessage[] = await once(sent, 'response');
  if (!received) throw new Error('There is no response.');
  const { statusCode, headers: replied } = received;
  return { statusCode, headers: replied, body: await buffer(received) };
}

/** Adds the script to a page, and removes headers that no longer fit. */
function withScript(script: string, headers: IncomingHttpHeaders, body: Buffer): string {
  delete headers['content-length'];
  delete headers.etag;
  const integrity = `sha256-${hash('sha256', script, 'base64')}`;
  const tag = `<script src="${scriptPath}" integrity="${integrity}" crossorigin></script>`;
  return body.toString().replace('<head>', `<head>${tag}`);
}
