import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { portOf } from './port-of.ts';

export type Fault = (response: ServerResponse) => void;
type IsHit = (request: IncomingMessage) => boolean;

/** A proxy in front of Stripe that can respond itself, drop responses or delay requests. */
export async function startStripeWire(target: string) {
  let broken: { path: RegExp; fault: Fault; isHit: IsHit } | undefined;
  let cut: { method: string; path: RegExp; onCut: () => void } | undefined;
  let milliseconds = 0;
  let paths: string[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = '', method, headers } = request;
    paths.push(path);
    if (broken?.path.test(path) && broken.isHit(request)) {
      request.resume();
      return broken.fault(response);
    }
    await wait(milliseconds);
    const forwarded = send(target + path, { method, headers }, (reply) => {
      if (cut?.method === method && cut?.path.test(path)) {
        cut?.onCut();
        cut = undefined;
        return void reply.resume();
      }
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    request.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    /** Paths of the requests since the last delay began. */
    get paths() {
      return paths;
    },
    breakAt(path: RegExp, fault: Fault, isHit: IsHit = () => true) {
      broken = { path, fault, isHit };
    },
    /** Forwards the next request of this kind to Stripe, and drops its response. */
    cutResponseOf: (method: string, path: RegExp) =>
      new Promise<void>((onCut) => {
        cut = { method, path, onCut };
      }),
    delay(by: number) {
      milliseconds = by;
      paths = [];
    },
    mend() {
      broken = undefined;
      milliseconds = 0;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
