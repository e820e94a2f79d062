import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request that is sent again and again. */
export interface Asked {
  port: number;
  path: string;
  headers: Record<string, string>;
}

/** An answer that another server can send: headers as names and values in turn, and the body in base64. */
export interface Answer {
  headers: string[];
  body: string;
}

/** Connections that send at once, as many as the API has to its database. */
const connections = 8;

const agent = new Agent({ keepAlive: true, maxSockets: connections });

/** Sends a request this many times over a few connections, and reads each answer. */
export async function send(asked: Asked, times: number): Promise<void> {
  let left = times;
  const connection = async () => {
    while (left > 0) {
      left -= 1;
      await answered(asked);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
}

/** What the server answers, without the headers that belong to one connection or moment. */
export async function answerTo(asked: Asked): Promise<Answer> {
  const { rawHeaders, body } = await answered(asked);
  const isOfConnection = /^(connection|date|keep-alive|transfer-encoding)$/i;
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !isOfConnection.test(name) ? [name, rawHeaders[index + 1] ?? ''] : [],
  );
  return { headers, body: body.toString('base64') };
}

async function answered({ port, path, headers }: Asked) {
  const request = get({ host: '127.0.0.1', port, path, headers, agent });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
  return { rawHeaders: response.rawHeaders, body };
}
