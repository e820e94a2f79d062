import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forward } from '../../support/forward.ts';

const script = '/watch-this-page.js';
const errors = '/errors-of-this-page';

/**
 * A proxy in front of a site, for an engine whose driver reports no console errors: it adds a script
 * to the start of each page, which reports them.
 */
export class WatchedSite {
  readonly url: string;
  readonly #server;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  /** @param onError called with each console error, uncaught error and policy violation */
  static async open(site: string, onError: (text: string) => void): Promise<WatchedSite> {
    const server = createServer(async (request, response) => {
      try {
        await answer(request, response, { site, onError });
      } catch (error) {
        // The browser cancels its requests when the visit ends.
        if (!request.socket.destroyed) onError(`proxy: ${error}`);
        response.destroy();
      }
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new WatchedSite(server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), 'close');
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { site, onError }: { site: string; onError: (text: string) => void },
): Promise<void> {
  if (request.url === script) {
    response.writeHead(200, { 'content-type': 'text/javascript' });
    response.end(`(${watch})('${errors}')`);
    return;
  }
  if (request.url === errors) {
    onError(Buffer.concat(await request.toArray()).toString());
    response.writeHead(204).end();
    return;
  }
  const { status, headers, body } = await answerOf(request, site);
  response.writeHead(status, headers).end(body);
}

async function answerOf(request: IncomingMessage, site: string) {
  const answer = await forward(request, site);
  const headers = Object.fromEntries(answer.headers);
  const body = Buffer.from(await answer.arrayBuffer());
  const isPage = headers['content-type']?.startsWith('text/html');
  if (!isPage || answer.status === 304) return { status: answer.status, headers, body };
  // The changed page has another length and another ETag.
  const { 'content-length': _length, etag: _etag, ...kept } = headers;
  const page = body.toString().replace('<head>', `<head><script src="${script}"></script>`);
  return { status: answer.status, headers: kept, body: Buffer.from(page) };
}

/** Runs in the page. */
function watch(errors: string): void {
  const send = (body: string) =>
    void fetch(errors, { method: 'POST', body, keepalive: true }).catch(() => undefined);
  const { error } = console;
  console.error = (...parts: unknown[]) => {
    error(...parts);
    send(`console: ${parts.join(' ')}`);
  };
  window.addEventListener('error', ({ message }) => send(`uncaught: ${message}`));
  window.addEventListener('unhandledrejection', ({ reason }) => send(`uncaught: ${reason}`));
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI, sample }) =>
      send(`security policy: ${effectiveDirective} ${blockedURI} ${sample}`),
  );
}
