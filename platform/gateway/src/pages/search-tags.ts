import { type PublishedRoute, textsOf } from '@kargo/shared-types/releases/published-routes';
import escapeHtml from 'escape-html';
import type { Site } from '../releases/site/published.ts';

/**
 * Returns tags for search engines and for previews of shared links.
 *
 * @param route null for the not-found page, which must not be listed or shared
 */
export function searchTags(site: Site, route: PublishedRoute | null, siteUrl: string): string[] {
  const { notFoundTitle, identity } = site.shell.routes;
  const noindex = '<meta name="robots" content="noindex">';
  if (!route) return [`<title>${escapeHtml(notFoundTitle)}</title>`, noindex];
  const { title, description } = textsOf(route, site.shell.routes, site.releases);
  const address = siteUrl + route.path;
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    ...(route.robots ? [noindex] : []),
    ...(description ? [meta('name', 'description', description)] : []),
    `<link rel="canonical" href="${escapeHtml(address)}">`,
  ];
  // Private pages are not for sharing.
  if (!route.isPublic) return tags;
  const { name, picture } = identity;
  return [
    ...tags,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', name),
    meta('property', 'og:title', title),
    ...(description ? [meta('property', 'og:description', description)] : []),
    meta('property', 'og:url', address),
    meta('property', 'og:image', siteUrl + picture.path),
    meta('property', 'og:image:width', String(picture.width)),
    meta('property', 'og:image:height', String(picture.height)),
    meta('property', 'og:image:alt', picture.alt),
    // The other fields of the card are read from the tags above.
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

function meta(key: 'name' | 'property', name: string, content: string): string {
  return `<meta ${key}="${name}" content="${escapeHtml(content)}">`;
}
