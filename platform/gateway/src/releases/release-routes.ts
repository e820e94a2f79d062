import { releaseMapPath, versionsInUsePath } from '@kargo/shared-types/releases/release-addresses';
import { whoMadePath } from '@kargo/shared-types/releases/who-made';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.ts';
import { refuse } from '../transport/refuse.ts';
import { entityTag } from './files/entity-tag.ts';
import { sendFile } from './files/send-file.ts';
import type { VerifiedFiles } from './files/verified-files.ts';
import type { CurrentSite } from './site/current-site.ts';
import { leavePath } from './site/previews.ts';
import { visitorCookies } from './site/visitor.ts';

const below = (path: string) => path.slice('/releases'.length);

/**
 * Serves `/releases/…`: the files of all releases that are or were in the log, and a list of those
 * that pages may load. A missing file gets a short text, not a page: HTML must not run as a script.
 */
export async function releaseRoutes(
  app: FastifyInstance,
  { env, currentSite, files }: { env: Env; currentSite: CurrentSite; files: VerifiedFiles },
): Promise<void> {
  const cookies = visitorCookies(env);
  const sending = { config: { sends: 'files' } } as const;
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header('access-control-allow-origin', '*');
    next();
  });

  app.setNotFoundHandler((_request, reply) => reply.code(404).send('Not found\n'));

  app.get(below(releaseMapPath), sending, async (request, reply) => {
    const { site, newId } = await currentSite.for(cookies.read(request));
    if (newId) cookies.setId(reply, newId);
    const body = JSON.stringify(site.releaseMap);
    const etag = entityTag(body);
    reply.headers({ 'cache-control': 'private, no-cache', etag });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });

  app.get(below(versionsInUsePath), sending, () => currentSite.versionsInUse());

  app.get(below(whoMadePath), sending, (request, reply) => {
    reply.header('cache-control', 'private, no-cache');
    return currentSite.whoMade(cookies.read(request));
  });

  app.post<{ Querystring: { to?: string } }>(below(leavePath), (request, reply) => {
    const { 'sec-fetch-site': from = 'same-origin' } = request.headers;
    if (from !== 'same-origin') return refuse(reply, 400);
    cookies.setPreview(reply, undefined);
    const path = URL.parse(request.query.to ?? '/', env.SITE_URL)?.pathname ?? '/';
    return reply.redirect(`/${path.replace(/^[/\\]+/, '')}`, 303);
  });

  for (const [name, origin] of env.KARGO_DEV_APPS) {
    // Forwarded, not redirected, because a page can use SVG drawings only from its own origin.
    app.get<{ Params: { '*': string } }>(`/${name}/dev/*`, async (request, reply) => {
      const response = await fetch(`${origin}/${request.params['*']}`);
      // These are sources, and no other site may read them.
      reply.removeHeader('access-control-allow-origin');
      return reply
        .code(response.status)
        .type(response.headers.get('content-type') ?? 'text/plain')
        .send(Buffer.from(await response.arrayBuffer()));
    });
  }

  app.get<{ Params: { '*': string } }>('/*', sending, async (request, reply) => {
    const [app = '', version = '', ...path] = request.params['*'].split('/');
    const readers = await currentSite.readersOf(app, version, cookies.read(request));
    if (!readers) return reply.callNotFound();
    const encodings = request.headers['accept-encoding'];
    const file = await files.read(app, version, path.join('/'), encodings);
    return sendFile(request, reply, file, `${readers}, max-age=31536000, immutable`);
  });
}
