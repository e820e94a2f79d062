import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { portOf } from './port-of.ts';

/** Responds in place of Stripe. `reach` sends the request to Stripe, and waits for its response. */
export type Fault = (response: ServerResponse, reach: () => Promise<unknown>) => void;

/** A proxy in front of Stripe that can respond itself, drop responses or delay requests. */
export async function startStripeWire(target: string) {
  let broken: { path: RegExp; fault: Fault; isHit: (request: IncomingMessage) => boolean } | null;
  let milliseconds = 0;
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = '', method, headers } = request;
    const reach = () => once(request.pipe(send(target + path, { method, headers })), 'response');
    paths.push(path);
    if (broken?.path.test(path) && broken.isHit(request)) {
      broken.fault(response, reach);
      return void request.resume();
    }
    await wait(milliseconds);
    const [reply] = await reach();
    response.writeHead(reply.statusCode ?? 500, reply.headers);
    reply.pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    paths,
    breakAt(path: RegExp, fault: Fault, isHit = (_request: IncomingMessage) => true) {
      broken = { path, fault, isHit };
    },
    delay(by: number) {
      milliseconds = by;
    },
    mend() {
      broken = null;
      milliseconds = 0;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
