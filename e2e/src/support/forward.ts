import type { IncomingMessage } from 'node:http';

/** Headers that belong to one connection, and the body's length, which `fetch` counts itself. */
const ofTheConnection = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];

/** Sends a server's request on to another origin. The answer's body is decompressed. */
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
