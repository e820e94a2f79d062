import { pagesFolder } from '@kargo/shared-types/releases/release-addresses';
import type { FastifyInstance } from 'fastify';
import { chooseEncoding } from '../choose-encoding.ts';
import type { Env } from '../env.ts';
import type { CurrentSite } from '../releases/current-site.ts';
import { stylesAt } from '../releases/page-styles.ts';
import { sendFile } from '../releases/send-file.ts';
import { visitorCookies } from '../releases/visitor.ts';
import { type Compressed, compress, keptWithSites } from './page.ts';

/** Serves the styles of prerendered pages by themselves, to a visitor who comes from another page of the site. */
export function styleFiles(app: FastifyInstance, env: Env, currentSite: CurrentSite): void {
  const cookies = visitorCookies(env);
  const files = keptWithSites<Compressed>();
  app.get(`/releases/${pagesFolder}/*`, { config: { sends: 'files' } }, async (request, reply) => {
    const { published, preview } = await currentSite.seenBy(cookies.read(request));
    const css = stylesAt(published, request.url);
    if (css === undefined) return reply.code(404).send('Not found\n');
    const { bodies, etag } = await files(published, request.url, () => compress(css));
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const file = { content: bodies[encoding], encoding, type: 'text/css; charset=utf-8', etag };
    const readers = preview ? 'private' : 'public';
    return sendFile(request, reply, file, `${readers}, max-age=31536000, immutable`);
  });
}
