import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forward } from '../../support/forward.ts';

const script = '/watch-this-page.js';
const complaints = '/complaints-of-this-page';

/**
 * A site of its own origin in front of another, for an engine whose driver tells nothing of the
 * console: its pages bring one script more, which is the first to run and passes on complaints.
 */
export class WatchedSite {
  readonly url: string;
  readonly #server;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  /** @param complain is told of each error in the console, uncaught error and breach of the policy */
  static async open(site: string, complain: (text: string) => void): Promise<WatchedSite> {
    const server = createServer(async (request, response) => {
      try {
        await answer(request, response, { site, complain });
      } catch (error) {
        // The browser goes away in the middle of an answer when its visit ends.
        if (!request.socket.destroyed) complain(`proxy: ${error}`);
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
  { site, complain }: { site: string; complain: (text: string) => void },
): Promise<void> {
  if (request.url === script) {
    response.writeHead(200, { 'content-type': 'text/javascript' });
    response.end(`(${watch})('${complaints}')`);
    return;
  }
  if (request.url === complaints) {
    complain(Buffer.concat(await request.toArray()).toString());
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
  // Another length than the site says, and another page than it would know again.
  const { 'content-length': _length, etag: _etag, ...kept } = headers;
  const page = body.toString().replace('<head>', `<head><script src="${script}"></script>`);
  return { status: answer.status, headers: kept, body: Buffer.from(page) };
}

/** Runs in the page. */
function watch(complaints: string): void {
  const complain = (body: string) =>
    void fetch(complaints, { method: 'POST', body, keepalive: true }).catch(() => undefined);
  const { error } = console;
  console.error = (...parts: unknown[]) => {
    error(...parts);
    complain(`console: ${parts.join(' ')}`);
  };
  window.addEventListener('error', ({ message }) => complain(`uncaught: ${message}`));
  window.addEventListener('unhandledrejection', ({ reason }) => complain(`uncaught: ${reason}`));
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI, sample }) =>
      complain(`security policy: ${effectiveDirective} ${blockedURI} ${sample}`),
  );
}
