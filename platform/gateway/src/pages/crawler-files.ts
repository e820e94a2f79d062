import escapeHtml from 'escape-html';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.ts';
import type { CurrentSite } from '../releases/site/current-site.ts';

/** Serves robots.txt, sitemap.xml and security.txt, which contain absolute addresses. */
export function crawlerFiles(app: FastifyInstance, env: Env, currentSite: CurrentSite): void {
  const text = (path: string, content: string) =>
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(content),
    );

  // Nothing is disallowed: a crawler must read a page to see its noindex.
  text('/robots.txt', `User-agent: *\nAllow: /\n\nSitemap: ${env.SITE_URL}/sitemap.xml\n`);

  // https://www.rfc-editor.org/rfc/rfc9116
  const path = '/.well-known/security.txt';
  const terms = `Contact: ${env.SECURITY_CONTACT}\nExpires: ${env.SECURITY_EXPIRES}\n`;
  const rest = `Preferred-Languages: en\nCanonical: ${env.SITE_URL}${path}\n`;
  if (env.SECURITY_CONTACT) text(path, terms + rest);

  app.get('/sitemap.xml', async (_request, reply) => {
    const { routes } = (await currentSite.get()).shell.routes;
    const listed = routes.filter(({ isPublic, robots }) => isPublic && robots !== 'noindex');
    const urls = listed.map(
      ({ path }) => `  <url><loc>${escapeHtml(env.SITE_URL + path)}</loc></url>\n`,
    );
    // https://www.sitemaps.org/protocol.html
    return reply
      .header('cache-control', 'no-cache')
      .type('application/xml; charset=utf-8')
      .send(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`);
  });
}
