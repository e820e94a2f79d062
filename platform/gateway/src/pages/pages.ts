import { previewParameter } from '@kargo/release-log/rules/preview-token';
import { magicTokenParameter } from '@kargo/shared-types/page/magic-token-parameter';
import type { PublishedRoute } from '@kargo/shared-types/releases/published-routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../env.ts';
import { sendFile } from '../releases/files/send-file.ts';
import type { VerifiedFiles } from '../releases/files/verified-files.ts';
import type { CurrentSite } from '../releases/site/current-site.ts';
import type { SeenPreview } from '../releases/site/previews.ts';
import { type Site, shellApp, shellRelease } from '../releases/site/published.ts';
import { visitorCookies } from '../releases/site/visitor.ts';
import { chooseEncoding } from '../transport/choose-encoding.ts';
import { isNavigation } from '../transport/is-navigation.ts';
import { hasSecret } from '../transport/security-headers.ts';
import { sendInPieces } from '../transport/send-in-pieces.ts';
import { composePage } from './compose-page.ts';
import { oldWorkers } from './old-workers.ts';
import { compressLasting, keptWithSites, makePage, type Page } from './page.ts';
import { previewBar } from './preview-bar.ts';

/**
 * For pages that are the same for everybody. Shared caches may keep them for five seconds and, with
 * RFC 9213, serve them four more while fetching the next version: it reaches everybody within ten.
 *
 * No proxy may change a page, as Cloudflare does: its scripts and contact addresses would break.
 */
const forSharedCaches = {
  'cache-control': 'public, max-age=0, s-maxage=5, no-transform',
  'cdn-cache-control': 'max-age=5, stale-while-revalidate=4',
};
const forBrowsers = { 'cache-control': 'private, no-cache, no-transform' };
const forPreviews = {
  'cache-control': 'private, no-store, no-transform',
  'x-robots-tag': 'noindex',
};

/** Root files that browsers and phones also request by other names. */
const oldNames: Record<string, string> = {
  '/favicon.ico': '/icon-192.png',
  '/apple-touch-icon-precomposed.png': '/apple-touch-icon.png',
};

/** Serves all other addresses: root files, pages, and the not-found page. */
export function pages(
  app: FastifyInstance,
  env: Env,
  currentSite: CurrentSite,
  files: VerifiedFiles,
): void {
  const pageOf = pageCache(env);
  const cookies = visitorCookies(env);
  const oldWorker = oldWorkers(env);

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      if (previewParameter in (request.query as object)) return openPreview(request, reply);
      const visitor = cookies.read(request);
      const { site, preview, newId, hasCanaries } = await currentSite.for(visitor);
      const isForAll = !preview && !hasCanaries && !visitor.failedShell && !hasSecret(request);
      const caching = isForAll ? forSharedCaches : forBrowsers;
      const decoded = decodedPath(request);
      const path = oldNames[decoded] ?? decoded;
      const { origin } = site.shell;
      if (origin && /\.\w+$/.test(path)) return reply.redirect(`${origin}/public${path}`);
      const shell = shellRelease(site);
      if (shell?.files && Object.hasOwn(shell.files, `public${path}`)) {
        const encodings = request.headers['accept-encoding'];
        const file = await files.read(shellApp, shell.version, `public${path}`, encodings);
        return sendFile(request, reply, file, caching['cache-control']);
      }
      const worker = oldWorker(request, reply, path);
      if (worker) return worker;
      const route = findRoute(site, path);
      // Most requests for missing files are for pictures and scripts, or come from scanners.
      if (!route && request.headers.accept !== undefined && !isNavigation(request)) {
        return reply.code(404).send('Not found\n');
      }
      // A mailed link signs in first, so the driver is not known yet.
      const isMailedLink = magicTokenParameter in (request.query as object);
      const page = await pageOf(site, route, !isMailedLink, preview);
      compressLasting(page);
      if (preview) {
        // The reason is shown once: afterwards the visitor has the same site as everybody.
        if ('problem' in preview && !preview.mayPass) cookies.setPreview(reply, undefined);
        return sendPage(request, reply.headers(forPreviews), page);
      }
      reply.headers(page.status === 200 ? caching : forBrowsers);
      // The not-found page may be the response to a request for an image, so it sets no cookie.
      if (page.status === 404) return sendPage(request, reply, page);
      if (newId) cookies.setId(reply, newId);
      if (request.headers['if-none-match']?.includes(page.etag)) {
        return pageHeaders(reply, page).code(304).send();
      }
      return sendPage(request, reply, page);
    },
  });

  /** Opens a preview link: moves its token from the address into a cookie. */
  async function openPreview(request: FastifyRequest, reply: FastifyReply) {
    const { token, address } = withoutPreview(request.url);
    if (await currentSite.mayOpen(token, cookies.read(request))) cookies.setPreview(reply, token);
    return reply.redirect(address, 303);
  }

  // Called only for methods other than GET and HEAD.
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = findRoute(await currentSite.get(), decodedPath(request)) !== null;
    if (!isPage) return reply.code(404).send('Not found\n');
    return reply.code(405).header('allow', 'GET, HEAD').send('Method not allowed\n');
  });
}

function withoutPreview(url: string): { token: string; address: string } {
  const [path = '', query] = url.split('?');
  const parameters = new URLSearchParams(query);
  const token = parameters.get(previewParameter) ?? '';
  parameters.delete(previewParameter);
  const rest = parameters.size > 0 ? `?${parameters}` : '';
  // An address that begins with two slashes would lead to another site.
  return { token, address: `/${path.replace(/^[/\\]+/, '')}${rest}` };
}

/** Composes and compresses pages on first use, and caches them while the site is current. */
function pageCache(env: Env) {
  const remembered = keptWithSites<Page>();
  return (
    site: Site,
    route: PublishedRoute | null,
    hasFrame: boolean,
    preview?: SeenPreview,
  ): Promise<Page> => {
    const bar = preview && previewBar(preview, route?.path ?? '/');
    const key = `${route?.path} ${hasFrame} ${bar?.html ?? ''}`;
    const compose = () => composePage(site, route, env, hasFrame, bar);
    return remembered(site, key, () => makePage(compose(), route));
  };
}

const sendPage = (request: FastifyRequest, reply: FastifyReply, page: Page) =>
  sendInPieces(reply.code(page.status), bodyOf(request, reply, page));

/** Adds a page's own headers to those of all pages, and returns the body to send. */
export function bodyOf({ headers }: FastifyRequest, reply: FastifyReply, page: Page): Buffer {
  const encoding = chooseEncoding(headers['accept-encoding']);
  pageHeaders(reply, page).type('text/html; charset=utf-8');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return page.bodies[encoding];
}

function pageHeaders(reply: FastifyReply, page: Page): FastifyReply {
  if (page.referrer) reply.header('referrer-policy', page.referrer);
  const policy = String(reply.getHeader('content-security-policy'))
    .replace('style-src', ['style-src', ...page.sources.style].join(' '))
    .replace('script-src', ['script-src', ...page.sources.script].join(' '));
  reply.header('content-security-policy', policy);
  return reply.headers({ etag: page.etag, vary: 'accept-encoding' });
}

/** Finds the route of a path, ignoring case and slashes at the end. */
function findRoute(site: Site, path: string): PublishedRoute | null {
  const wanted = comparable(path);
  return site.shell.routes.routes.find((route) => comparable(route.path) === wanted) ?? null;
}

const comparable = (path: string) => path.toLowerCase().replace(/(?<=^\/|[^/])\/+$/, '');

function decodedPath(request: FastifyRequest): string {
  const [path = '/'] = request.url.split('?');
  // Fastify has refused paths that cannot be decoded.
  return decodeURI(path);
}
