import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';

/** Headers of a single connection. */
const ofTheConnection = ['host', 'connection', 'keep-alive', 'transfer-encoding'];

/**
 * Forwards a request of a server to another origin. The response is not compressed. By `node:http`, because `fetch`
 * replaces the headers that tell a navigation.
 */
export async function forward(request: IncomingMessage, origin: string): Promise<Response> {
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  for (const name of ofTheConnection) delete headers[name as keyof typeof headers];
  const sent = send(origin + request.url, { method: request.method, headers });
  request.pipe(sent);
  const [received]: IncomingMessage[] = await once(sent, 'response');
  if (!received) throw new Error('There is no response.');
  const body = Buffer.concat(await received.toArray());
  const replied = new Headers();
  for (const [name, value] of Object.entries(received.headers)) replied.set(name, `${value}`);
  return new Response(body.length > 0 ? body : null, {
    status: received.statusCode ?? 0,
    headers: replied,
  });
}
