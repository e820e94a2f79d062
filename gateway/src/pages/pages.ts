import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { magicTokenParameter } from 'shared-types/page/paths';
import { chooseEncoding } from '../choose-encoding.ts';
import type { Env } from '../env.ts';
import type { CurrentSite, Site } from '../releases/current-site.ts';
import { failedShell } from '../releases/failed-shell.ts';
import type { Route } from '../releases/published.ts';
import { sendFile } from '../releases/send-file.ts';
import type { VerifiedFiles } from '../releases/verified-files.ts';
import { headersOfPages } from '../security-headers.ts';
import { sendInPieces } from '../send-in-pieces.ts';
import { composePage } from './compose-page.ts';
import { compressLasting, makePage, type Page } from './page.ts';
import { publicConfiguration } from './public-configuration.ts';
import { hasXsrfCookie, setXsrfCookie } from './xsrf-cookie.ts';

/** Handles all other addresses: root files, pages, and the not-found page. */
export function pages(
  app: FastifyInstance,
  env: Env,
  currentSite: CurrentSite,
  files: VerifiedFiles,
): void {
  const pageOf = pageCache(env);
  const secure = env.SITE_URL.startsWith('https:');
  const more = headersOfPages(env);

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    onRequest: (_request, reply, next) => {
      reply.headers(more);
      next();
    },
    handler: async (request, reply) => {
      const site = await currentSite.get(failedShell(request));
      const path = decodedPath(request);
      const { rootFiles } = site.shell;
      if (rootFiles.in === 'development' && /\.\w+$/.test(path)) {
        return reply.redirect(`${rootFiles.origin}/public${path}`);
      }
      if (rootFiles.in === 'release' && rootFiles.paths.has(path)) {
        const { version } = rootFiles;
        const encodings = request.headers['accept-encoding'];
        const file = await files.read('shell', version, `public${path}`, encodings);
        return sendFile(request, reply, file, 'no-cache');
      }
      // A mailed link signs in first: nothing is known of the driver whom it is for.
      const isMailedLink = magicTokenParameter in (request.query as object);
      const page = await pageOf(site, findRoute(site, path), !isMailedLink);
      compressLasting(page);
      // The not-found page may be the response for an image, so it sets no cookie.
      if (page.status === 404) return sendPage(request, reply, page, 'no-cache');
      // Without the cookie the whole page is sent, because a 304 would not set it.
      if (!hasXsrfCookie(request)) {
        setXsrfCookie(reply, { secure });
        return sendPage(request, reply, page, 'private, no-cache');
      }
      if (request.headers['if-none-match']?.includes(page.etag)) {
        return pageHeaders(reply, page, 'no-cache').code(304).send();
      }
      return sendPage(request, reply, page, 'no-cache');
    },
  });

  // Called only for methods other than GET and HEAD.
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = findRoute(await currentSite.get(), decodedPath(request)) !== null;
    reply.header('cache-control', 'no-store');
    if (!isPage) return reply.code(404).send('Not found\n');
    return reply.code(405).header('allow', 'GET, HEAD').send('Method not allowed\n');
  });
}

/** Composes and compresses pages on first use, and caches them for as long as the site is current. */
function pageCache(env: Env) {
  const configuration = publicConfiguration(env);
  const pagesOfSite = new WeakMap<Site, Map<string, Promise<Page>>>();
  return (site: Site, route: Route | null, hasFrame: boolean): Promise<Page> => {
    const known = pagesOfSite.get(site) ?? new Map<string, Promise<Page>>();
    pagesOfSite.set(site, known);
    const key = `${route?.path} ${hasFrame}`;
    const compose = () => composePage(site, route, configuration, env.SITE_URL, hasFrame);
    const page = known.get(key) ?? makePage(compose(), route);
    known.set(key, page);
    return page;
  };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, cacheControl: string) {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  pageHeaders(reply, page, cacheControl).code(page.status);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return sendInPieces(reply.type('text/html; charset=utf-8'), page.bodies[encoding]);
}

function pageHeaders(reply: FastifyReply, page: Page, cacheControl: string): FastifyReply {
  if (page.referrer) reply.header('referrer-policy', page.referrer);
  const policy = String(reply.getHeader('content-security-policy'))
    .replace('style-src', ['style-src', ...page.sources.style].join(' '))
    .replace('script-src', ['script-src', ...page.sources.script].join(' '));
  reply.header('content-security-policy', policy);
  return reply.headers({
    'cache-control': cacheControl,
    etag: page.etag,
    vary: 'accept-encoding',
  });
}

/** Finds the route of a path, ignoring case and a slash at the end. */
function findRoute(site: Site, path: string): Route | null {
  const wanted = comparable(path);
  return site.shell.routes.routes.find((route) => comparable(route.path) === wanted) ?? null;
}

const comparable = (path: string) => path.toLowerCase().replace(/(?<=.)\/$/, '');

function decodedPath(request: FastifyRequest): string {
  const [path = '/'] = request.url.split('?');
  // Fastify has refused paths that cannot be decoded.
  return decodeURI(path);
}
