import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { apiBasePath, apiPaths } from '@kargo/shared-types/api/api-paths';
import { type CallKind, callKinds } from '@kargo/shared-types/api/call-kinds';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Pool } from 'undici';
import type { Env } from '../env.ts';
import { apiConnections, call, connectMs, responseMs, upload } from '../limits.ts';
import { limitConcurrency } from '../transport/limit-concurrency.ts';
import { isRefusal, refuse } from '../transport/refuse.ts';
import { boundedBody } from './bounded-body.ts';
import { passOn } from './pass-on.ts';
import { uploadPlaces } from './upload-places.ts';

/** Returns the routes of one kind of calls. Fastify decodes addresses here as in the API. */
function routesOf(kind: CallKind): string[] {
  const names = Object.keys(callKinds) as (keyof typeof callKinds)[];
  const chosen = names.filter((name) => callKinds[name] === kind);
  const paths: ((...parameters: never[]) => string)[] = chosen.map((name) => apiPaths[name]);
  return paths.map((path) => apiBasePath + path(':part' as never));
}

/** Routes of calls other than uploads, by the dependency they may wait for. */
const callRoutes = {
  identity: routesOf('identity'),
  stripe: routesOf('stripe'),
  storage: routesOf('storage'),
  rest: ['/api', '/api/*'],
};
type Dependency = keyof typeof callRoutes;

/** Forwards `/api/…` to the product API. While that is down, calls fail early, in its format. */
export async function apiProxy(app: FastifyInstance, { env }: { env: Env }): Promise<void> {
  app.removeAllContentTypeParsers();
  app.setErrorHandler<FastifyError>(respondWithError);
  await app.register((api) => calls(api, env));
  await app.register((api) => uploads(api, env));
}

/** Handles calls other than uploads. They reach the API only after their whole body has arrived. */
async function calls(app: FastifyInstance, env: Env): Promise<void> {
  app.addContentTypeParser('*', (_request: FastifyRequest, body: IncomingMessage) =>
    buffer(boundedBody(body, call)),
  );
  for (const dependency of Object.keys(callRoutes) as Dependency[]) {
    const upstream = openUpstream(app, env, apiConnections[dependency]);
    forward(app, callRoutes[dependency], (request, reply) =>
      passOn(upstream, env, request, reply, responseMs[kindOf(request, dependency)]),
    );
  }
}

/** Streams uploads over separate connections, once the API has identified the driver. */
async function uploads(app: FastifyInstance, env: Env): Promise<void> {
  const asking = openUpstream(app, env, apiConnections.uploaders);
  for (const hook of uploadPlaces(asking, env)) app.addHook('onRequest', hook);
  app.addHook(
    'onRequest',
    limitConcurrency(upload.atOnce, ({ routeOptions }) => routeOptions.url, 503),
  );
  app.addContentTypeParser('*', async (_request: FastifyRequest, body: IncomingMessage) =>
    boundedBody(body, upload),
  );
  for (const route of routesOf('upload')) {
    const upstream = openUpstream(app, env, upload.atOnce);
    forward(app, [route], (request, reply) =>
      passOn(upstream, env, request, reply, responseMs.upload),
    );
  }
}

/** Opens a separate pool of connections to the API. */
function openUpstream(app: FastifyInstance, { API_URL }: Env, connections: number): Pool {
  const upstream = new Pool(API_URL, { connections, connect: { timeout: connectMs } });
  app.addHook('onClose', () => upstream.destroy());
  return upstream;
}

function forward(
  app: FastifyInstance,
  routes: readonly string[],
  handler: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  for (const url of routes) {
    app.route({ url, method: methods, config: { sends: 'apiResponses' }, handler });
  }
}

const methods = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT', 'OPTIONS'];

function kindOf({ method }: FastifyRequest, dependency: Dependency): 'read' | 'write' {
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method) && dependency !== 'stripe';
  return isRead ? 'read' : 'write';
}

function respondWithError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = Number(error.statusCode);
  if (status < 500 && isRefusal(status)) {
    request.log.info({ reason: error.message }, 'call refused');
    return refuse(reply, status);
  }
  request.log.warn({ err: error }, 'call not passed on');
  return refuse(reply, 503);
}
