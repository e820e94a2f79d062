import type { IncomingMessage } from 'node:http';

/** Headers of a single connection, and the body's length, which `fetch` computes itself. */
const ofTheConnection = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];

/** Forwards a request of a server to another origin. The response's body is decompressed. */
export async function forward(request: IncomingMessage, origin: string): Promise<Response> {
  const { method = 'GET', url = '/' } = request;
  const headers = new Headers({ 'accept-encoding': 'identity' });
  for (const [name, value] of Object.entries(request.headers)) {
    if (ofTheConnection.includes(name) || headers.has(name)) continue;
    headers.set(name, String(value));
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? Buffer.concat(await request.toArray()) : undefined;
  return fetch(origin + url, { method, headers, redirect: 'manual', ...(body && { body }) });
}
