import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../env.ts';

/** A service worker that replaces another one, then removes the other one's caches and itself. */
const remover = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
  for (const page of await clients.matchAll({ type: 'window' })) page.navigate(page.url);
}
`;

/**
 * Returns a handler for addresses without a file. An earlier site's service worker would otherwise
 * show that site forever: browsers check it at each visit, but keep it when its address is gone.
 */
export function oldWorkers({ OLD_WORKERS }: Env) {
  const paths = new Set(OLD_WORKERS.split(',').map((path) => path.trim()));
  return (request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply | undefined => {
    // Only browsers can send this header, but caches may drop it.
    const isWorker = request.headers['service-worker'] === 'script';
    if (!isWorker && !paths.has(path)) return undefined;
    return reply
      .type('text/javascript; charset=utf-8')
      .header('service-worker-allowed', '/')
      .send(remover);
  };
}
