import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import type { Env } from '../env.ts';
import { responseBytesAhead } from '../limits.ts';
import { isNavigation } from '../transport/is-navigation.ts';
import { BodyError } from './bounded-body.ts';
import { endToEnd, forwardingHeaders } from './headers.ts';

/**
 * Forwards a request to the API once, and streams the response to the visitor. An error before the
 * response begins becomes an ordinary error response; a later one closes the connection.
 *
 * @param responseMs timeout for the API to begin its response, and for each later part
 * @throws {BodyError} when the path leads out of the API
 */
export function passOn(
  upstream: Dispatcher,
  env: Env,
  request: FastifyRequest,
  reply: FastifyReply,
  responseMs: number,
): void {
  // A server on the way to the API might resolve it.
  if (/(^|[/\\])\.\.([/\\]|$)/.test(decodeURIComponent(request.url.split('?', 1)[0] ?? '')))
    throw new BodyError(400, 'a path that leads out of the API');
  const body = bodyOf(request);
  // It includes the wait for a connection, but not the time that an upload takes to arrive.
  const wholeMs = body instanceof Readable ? undefined : responseMs;
  upstream.dispatch(
    {
      path: request.url,
      method: request.method as Dispatcher.HttpMethod,
      headers: headersOf(request, env, body),
      body,
      headersTimeout: responseMs,
      bodyTimeout: responseMs,
    },
    new PassedResponse(request, reply, wholeMs),
  );
}

function bodyOf({ body }: FastifyRequest): Buffer | Readable | null {
  return Buffer.isBuffer(body) || body instanceof Readable ? body : null;
}

function headersOf(request: FastifyRequest, env: Env, body: Buffer | Readable | null) {
  const { host: _, 'content-length': length, ...given } = endToEnd(request.headers);
  return {
    ...given,
    ...(body && { 'content-type': given['content-type'] ?? 'application/octet-stream' }),
    ...(body instanceof Readable && { 'content-length': length }),
    ...forwardingHeaders(request, env),
  };
}

/** Sends the visitor the response that undici receives. */
class PassedResponse implements Dispatcher.DispatchHandler {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #timer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  /** The body of an error response, which a page will replace. */
  #error: Buffer[] | undefined;
  /** Why the request has failed. If it still waits for a connection, it is not sent. */
  #end: Error | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, milliseconds: number | undefined) {
    this.#request = request;
    this.#reply = reply;
    if (milliseconds) {
      const late = () => this.#abort(new Error(`no response within ${milliseconds} ms`));
      this.#timer = setTimeout(late, milliseconds);
    }
    reply.raw.once('close', () => {
      clearTimeout(this.#timer);
      if (!reply.raw.writableFinished) this.#abort(new BodyError(400, 'the visitor went away'));
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#end) controller.abort(this.#end);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    clearTimeout(this.#timer);
    const type = String(headers['content-type']);
    // The API responds with JSON. This is a balancer's response while no API is available.
    if (status > 501 && !type.includes('json'))
      return void this.#abort(new Error(`${status} in place of a response of the API`));
    if (status >= 400 && type.includes('json') && isNavigation(this.#request)) {
      this.#error = [];
      if (headers['retry-after']) this.#reply.header('retry-after', headers['retry-after']);
      return void this.#reply.code(status).type(type);
    }
    // Otherwise the rest of the body would be parsed as the next request.
    const closing = !this.#request.raw.complete && { connection: 'close' };
    const ofGateway = this.#reply.hijack().getHeaders() as OutgoingHttpHeaders;
    this.#reply.raw.writeHead(status, { ...ofGateway, ...endToEnd(headers), ...closing });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#error) return void this.#error.push(chunk);
    const { raw } = this.#reply;
    if (raw.write(chunk) || raw.writableLength < responseBytesAhead) return;
    controller.pause();
    raw.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    if (this.#error) this.#reply.send(String(Buffer.concat(this.#error)));
    else this.#reply.raw.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  /** Fails at once, since undici reports an abort only when the request has a connection. */
  #abort(error: Error): void {
    this.#fail(error);
    this.#controller?.abort(error);
  }

  #fail(error: Error): void {
    if (this.#end) return;
    this.#end = error;
    clearTimeout(this.#timer);
    const { raw } = this.#reply;
    if (!raw.headersSent) return void this.#reply.send(error);
    this.#request.log.warn({ err: error }, 'response broken off');
    raw.destroy();
  }
}
