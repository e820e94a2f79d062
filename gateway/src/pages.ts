import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding } from './choose-encoding.ts';
import { composePage, type Route } from './compose-page.ts';
import type { Env } from './env.ts';
import { publicConfiguration } from './public-configuration.ts';
import type { CurrentSite, Site } from './site.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A page as it is sent: the same for every visitor, so it may be kept and compressed once. */
interface Page {
  status: 200 | 404;
  etag: string;
  referrer: Route['referrer'];
  bodies: Record<Encoding, Buffer>;
}

/** Answers every address that nothing else answers with a page of the shell. */
export function pages(app: FastifyInstance, env: Env, currentSite: CurrentSite): void {
  const configuration = publicConfiguration(env);
  const pagesOfSite = new WeakMap<Site, Map<Route | null, Promise<Page>>>();

  function pageOf(site: Site, route: Route | null): Promise<Page> {
    const known = pagesOfSite.get(site) ?? new Map<Route | null, Promise<Page>>();
    pagesOfSite.set(site, known);
    const page =
      known.get(route) ?? makePage(composePage(site, route, configuration, env.SITE_URL), route);
    known.set(route, page);
    return page;
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const site = await currentSite.get();
      const path = decodedPath(request);
      if (site.shell.rootFiles.paths.has(path)) {
        reply.header('cache-control', 'no-cache');
        return reply.sendFile(path, site.shell.rootFiles.folder, { cacheControl: false });
      }
      return sendPage(request, reply, await pageOf(site, findRoute(site, path)));
    },
  });

  app.setNotFoundHandler(async (request, reply) => {
    // Only methods other than GET and HEAD come here.
    const route = findRoute(await currentSite.get(), decodedPath(request));
    if (route) return reply.code(405).header('allow', 'GET, HEAD').send('Method not allowed\n');
    return reply.code(404).send('Not found\n');
  });

  function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    reply.code(page.status);
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      etag: page.etag,
      vary: 'Accept-Encoding',
    });
    if (page.referrer) reply.header('referrer-policy', page.referrer);
    if (page.status === 200) {
      // A visitor without the cookie gets the whole answer: a 304 sets none.
      if (!hasXsrfCookie(request)) reply.header('set-cookie', xsrfCookie(env));
      else if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send();
    }
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(page.bodies[encoding]);
  }
}

async function makePage(html: string, route: Route | null): Promise<Page> {
  const identity = Buffer.from(html);
  const [br, gzipped] = await Promise.all([
    compressBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    compressGzip(identity, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return {
    status: route ? 200 : 404,
    // Weak, since it stands for every encoding of the page.
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`,
    referrer: route?.referrer,
    bodies: { identity, br, gzip: gzipped },
  };
}

/** The route of a path, whatever its case and with or without a slash at its end. */
function findRoute(site: Site, path: string): Route | null {
  const wanted = comparable(path);
  return site.shell.routes.routes.find((route) => comparable(route.path) === wanted) ?? null;
}

const comparable = (path: string) => path.toLowerCase().replace(/(?<=.)\/$/, '');

function decodedPath(request: FastifyRequest): string {
  const [path = '/'] = request.url.split('?');
  // Fastify has refused what cannot be decoded.
  return decodeURI(path);
}

const xsrfCookieName = 'XSRF-TOKEN';

function hasXsrfCookie({ headers }: FastifyRequest): boolean {
  return new RegExp(`(?:^|;\\s*)${xsrfCookieName}=[^;\\s]`).test(headers.cookie ?? '');
}

/** Not HttpOnly: the page reads it and sends it back in a header, which other sites cannot. */
function xsrfCookie(env: Env): string {
  const secure = env.SITE_URL.startsWith('https:') ? '; Secure' : '';
  return `${xsrfCookieName}=${randomBytes(32).toString('base64url')}; Path=/; SameSite=Lax${secure}`;
}
