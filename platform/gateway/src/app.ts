import { join } from 'node:path';
import cookie from '@fastify/cookie';
import proxyAddr from '@fastify/proxy-addr';
import { isBucket, openReleaseStore } from '@kargo/release-log/stores/open-release-store';
import type { ReadableStore } from '@kargo/release-log/stores/release-store';
import { paths } from '@kargo/shared-types/page/paths';
import fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { boundConnections } from './connections.ts';
import { dropForeignTraces } from './drop-foreign-traces.ts';
import type { Env } from './env.ts';
import { gatewayMetrics } from './gateway-metrics.ts';
import { isNavigation } from './is-navigation.ts';
import { Leaving } from './leaving.ts';
import { addressOf, limitConcurrency } from './limit-concurrency.ts';
import { headersMs, requestMs, requestsPerConnection, silenceMs } from './limits.ts';
import { operatorsServer } from './operators/operators.ts';
import { crawlerFiles } from './pages/crawler-files.ts';
import { linkProblems } from './pages/link-problems.ts';
import { pages } from './pages/pages.ts';
import { styleFiles } from './pages/style-files.ts';
import { apiProxy } from './proxy/api-proxy.ts';
import { refuse } from './refuse.ts';
import { CachedStore } from './releases/cached-store.ts';
import { CurrentReleases } from './releases/current-releases.ts';
import { CurrentSite } from './releases/current-site.ts';
import { EndedCanaries } from './releases/ended-canaries.ts';
import { FollowedLog } from './releases/followed-log.ts';
import { Previews } from './releases/previews.ts';
import { SiteUnavailableError } from './releases/published.ts';
import { releaseRoutes } from './releases/release-routes.ts';
import { DamagedFileError, StoreAwayError, VerifiedFiles } from './releases/verified-files.ts';
import { reports } from './reports/reports.ts';
import { loggerOptions, requestId, requestLog } from './request-log.ts';
import { requestTarget } from './request-target.ts';
import { securityHeaders } from './security-headers.ts';
import { endSlowReaders, endUnreadBodies } from './slow-connections.ts';
import { respondToUnreadable } from './unreadable.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The server for operators, which does not listen yet; undefined without a port for it. */
    operators: FastifyInstance | undefined;
  }
}

/** Keeps copies of a bucket's files on the gateway's own disk. */
function withCopies(store: ReadableStore, env: Env): ReadableStore {
  if (!isBucket(env.RELEASES) || !env.STATE_DIR) return store;
  return new CachedStore(store, join(env.STATE_DIR, 'releases'), env.RELEASES_CACHE_BYTES);
}

/** Builds the gateway without listening. */
export async function buildApp(
  env: Env,
  logStream?: { write(line: string): void },
  leaving = new Leaving(),
): Promise<FastifyInstance> {
  const isProxy = trustedProxies(env);
  const app = fastify({
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
    // Also of a connection that was opened beforehand and has had no request.
    connectionTimeout: Math.max(silenceMs, env.KEEP_ALIVE_SECONDS * 1000),
    http: { headersTimeout: headersMs, connectionsCheckingInterval: 2000 },
    // So that the API, too, sees codes that are far too long.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: respondToUnreadable,
    // A URL that cannot be decoded matches no route. A browser gets what stands before the first escape.
    frameworkErrors: (_error, request, reply) => {
      const [path = ''] = request.url.split('%', 1);
      if (path === request.url || !isNavigation(request)) return refuse(reply, 400);
      return reply.redirect(`/${path.replace(/^[/\\]+/, '')}`, 303);
    },
  });
  const written = await openReleaseStore(env.RELEASES);
  const store = withCopies(written, env);
  const files = new VerifiedFiles(store, env.PUBLISHERS);
  const followed = new FollowedLog(store, env, app.log);
  const create = written.create.bind(written);
  const metrics = gatewayMetrics();
  const ended = new EndedCanaries({ store, create, env, log: app.log, metrics });
  const currentReleases = new CurrentReleases(files, followed, ended, app.log);
  const heard = { env, store, currentReleases, ended, metrics };
  const previews = new Previews(currentReleases, files, env);
  const currentSite = new CurrentSite(currentReleases, previews, env.KARGO_DEV_APPS);

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    reply.header('cache-control', 'private, no-store').type('text/plain; charset=utf-8');
    const fail = (code: number, text: string) =>
      reply.code(code).send(`${text}\nReference: ${request.id}\n`);
    if (error instanceof SiteUnavailableError) {
      reply.header('retry-after', '2');
      return fail(503, error.message);
    }
    if (error instanceof StoreAwayError) {
      request.log.warn({ reason: error.message }, 'the release store does not answer');
      reply.header('retry-after', '2');
      return fail(503, 'This file cannot be read at the moment.');
    }
    if (error instanceof DamagedFileError) {
      const { file, release, cause } = error;
      const reason = cause instanceof Error ? cause.message : 'it has another hash';
      request.log.error({ file, release, reason }, 'a file was tampered with');
      return fail(502, 'This file is damaged.');
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      request.log.error({ err: error }, 'request failed');
      return fail(500, 'Something went wrong!');
    }
    return reply.code(404).send('Not found\n');
  });

  // Only the proxy and the reports read bodies, with their own parsers.
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
  app.decorate('operators', operatorsServer(app, heard));
  securityHeaders(app, env);
  app.addHook('onRequest', (request, reply, next) => {
    // Some programs read the first of two `Host` headers, others the second.
    const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0);
    if (names.filter((name) => name.toLowerCase() === 'host').length > 1) refuse(reply, 400);
    else next();
  });
  // Each response that is not read takes memory.
  app.addHook(
    'onRequest',
    limitConcurrency(requestsPerConnection, ({ raw }) => raw.socket, 429, { connection: 'close' }),
  );
  app.addHook('onRequest', limitConcurrency(env.REQUESTS_PER_ADDRESS, addressOf, 429));
  app.get('/healthz', async () => {
    await currentSite.get();
    return { status: 'ok' };
  });
  app.get('/readyz', async (_request, reply) => {
    if (leaving.hasBegun) return refuse(reply, 503);
    await currentSite.get();
    return { status: 'ready' };
  });
  await app.register(cookie);
  linkProblems(app, env, currentSite);
  await app.register(apiProxy, { env });
  await app.register(reports, heard);
  styleFiles(app, env, currentSite);
  await app.register(releaseRoutes, { prefix: '/releases', env, currentSite, files });
  // Password managers look here for the form for a new password: https://www.w3.org/TR/change-password-url/
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect(`${paths.profile()}#change-password`),
  );
  crawlerFiles(app, env, currentSite);
  pages(app, env, currentSite, files);
  return app;
}

/** Whether an address is one of those whose `X-Forwarded-For` is believed. */
function trustedProxies({ TRUST_PROXY }: Env): (address: string) => boolean {
  if (typeof TRUST_PROXY === 'boolean') return () => TRUST_PROXY;
  const isTrusted = proxyAddr.compile(TRUST_PROXY.split(',').map((range) => range.trim()));
  return (address) => isTrusted(address, 0);
}
