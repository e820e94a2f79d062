import cookie from '@fastify/cookie';
import { paths } from '@kargo/shared-types/page/paths';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { type Env, trustedProxies } from './env.ts';
import { gatewayMetrics } from './gateway-metrics.ts';
import { headersMs, requestMs, requestsPerConnection, silenceMs } from './limits.ts';
import { operatorsServer } from './operators/operators.ts';
import { crawlerFiles } from './pages/crawler-files.ts';
import { linkProblems } from './pages/link-problems.ts';
import { pages } from './pages/pages.ts';
import { apiProxy } from './proxy/api-proxy.ts';
import { openSite } from './releases/open-site.ts';
import { releaseRoutes } from './releases/release-routes.ts';
import { reports } from './reports/reports.ts';
import { loggerOptions, requestId, requestLog } from './request-log.ts';
import { respondToErrors } from './respond-to-errors.ts';
import { boundConnections } from './transport/connections.ts';
import { dropForeignTraces } from './transport/drop-foreign-traces.ts';
import { isNavigation } from './transport/is-navigation.ts';
import { Leaving } from './transport/leaving.ts';
import { clientAddress, limitConcurrency } from './transport/limit-concurrency.ts';
import { ownHeaders, refuse } from './transport/refuse.ts';
import { requestTarget } from './transport/request-target.ts';
import { securityHeaders } from './transport/security-headers.ts';
import { endSlowReaders, endUnreadBodies } from './transport/slow-connections.ts';
import { respondToUnreadable } from './transport/unreadable.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The operators' server, which does not listen yet; undefined if it has no port. */
    operators: FastifyInstance | undefined;
  }
}

/** Builds the gateway, which does not listen yet. */
export async function buildApp(
  env: Env,
  logStream?: { write(line: string): void },
  leaving = new Leaving(),
): Promise<FastifyInstance> {
  const isProxy = trustedProxies(env);
  const app = createServer(env, isProxy, logStream);
  const metrics = gatewayMetrics();
  const { store, files, currentReleases, currentSite } = await openSite(env, app.log, metrics);
  const reported = { env, store, currentReleases, metrics };

  respondToErrors(app);
  // Only the proxy and the reports read bodies, by their own parsers.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));

  dropForeignTraces(app, isProxy);
  boundConnections(app.server, {
    perAddress: env.CONNECTIONS_PER_ADDRESS,
    isProxy,
    onRefused: (address) =>
      app.log.warn({ address }, 'more connections than CONNECTIONS_PER_ADDRESS are refused'),
  });
  endSlowReaders(app.server);
  endUnreadBodies(app.server);
  leaving.watch(app.server);
  requestLog(app);
  app.decorate('operators', operatorsServer(app, reported));
  securityHeaders(app, env);
  app.addHook('onRequest', (request, reply, next) => {
    // If there are two `Host` headers, some programs read the first, and others the second.
    const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0);
    if (names.filter((name) => name.toLowerCase() === 'host').length > 1) refuse(reply, 400);
    else next();
  });
  // Each response that nobody reads takes memory.
  app.addHook(
    'onRequest',
    limitConcurrency(requestsPerConnection, ({ raw }) => raw.socket, 429, { connection: 'close' }),
  );
  app.addHook('onRequest', limitConcurrency(env.REQUESTS_PER_ADDRESS, clientAddress, 429));
  app.get('/healthz', async () => {
    await currentSite.get();
    return { status: 'ok' };
  });
  app.get('/readyz', async (_request, reply) => {
    if (leaving.hasBegun) return refuse(reply, 503);
    // A gateway is ready even if it withholds an app, since the others withhold it too.
    const { state } = await currentSite.get();
    return { status: 'ready', withheld: [...state.withheld.keys()] };
  });
  await app.register(cookie);
  linkProblems(app, env, currentSite);
  await app.register(apiProxy, { env });
  await app.register(reports, reported);
  await app.register(releaseRoutes, { prefix: '/releases', env, currentSite, files });
  // Password managers look here for the password form: https://www.w3.org/TR/change-password-url/
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect(`${paths.profile()}#change-password`),
  );
  crawlerFiles(app, env, currentSite);
  pages(app, env, currentSite, files);
  return app;
}

function createServer(
  env: Env,
  isProxy: ReturnType<typeof trustedProxies>,
  logStream: { write(line: string): void } | undefined,
): FastifyInstance {
  return fastify({
    logger: loggerOptions(env.LOG_LEVEL, logStream),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers, socket }) =>
      requestId(isProxy(socket.remoteAddress ?? '') ? headers['x-request-id'] : undefined),
    requestIdHeader: false,
    rewriteUrl: requestTarget,
    trustProxy: env.TRUST_PROXY,
    requestTimeout: requestMs,
    // Requests that arrive during the shutdown are answered too.
    return503OnClosing: false,
    keepAliveTimeout: env.KEEP_ALIVE_SECONDS * 1000,
    // It also applies to connections that have had no request.
    connectionTimeout: Math.max(silenceMs, env.KEEP_ALIVE_SECONDS * 1000),
    http: { headersTimeout: headersMs, connectionsCheckingInterval: 2000 },
    // So that the API also gets codes that are far too long.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: respondToUnreadable,
    // No hook runs for a URL that cannot be decoded. Browsers get the part before the first escape.
    frameworkErrors: (_error, request, reply) => {
      const [path = ''] = request.url.split('%', 1);
      const status = path === request.url || !isNavigation(request) ? 400 : 303;
      request.log.info({ method: request.method, path: 'none', status }, 'answered');
      reply.header('x-request-id', request.id);
      if (status === 400) return refuse(reply, status);
      return reply.headers(ownHeaders).redirect(`/${path.replace(/^[/\\]+/, '')}`, status);
    },
  });
}
