import type { PublicConfiguration } from 'shared-types/public-configuration';
import type { PublishedRoutes } from 'shared-types/release';
import { headPlaceholder, pageBlocks } from 'shared-types/release-addresses';
import type { Site } from './site.ts';

export type Route = PublishedRoutes['routes'][number];

/**
 * The HTML of a page: the shell's `index.html` with a head of its own.
 *
 * @param route null for the page at every address that is not listed
 * @param siteUrl origin of the site, for the canonical link
 */
export function composePage(
  site: Site,
  route: Route | null,
  configuration: PublicConfiguration,
  siteUrl: string,
): string {
  const { html, routes } = site.shell;
  const noindex = '<meta name="robots" content="noindex">';
  const head = [
    `<title>${escapeHtml(route?.title ?? routes.notFoundTitle)}</title>`,
    route && !route.robots ? '' : noindex,
    route ? `<link rel="canonical" href="${escapeHtml(siteUrl + route.path)}">` : '',
    ...(route?.screen ? site.preloads(route.screen) : []).map(
      (url) => `<link rel="preload" as="script" href="${escapeHtml(url)}">`,
    ),
    jsonBlock(pageBlocks.releaseMap, site.map),
    jsonBlock(pageBlocks.configuration, configuration),
  ];
  // A function, because a replacement string would give `$&` in a title a meaning.
  return html.replace(headPlaceholder, () => head.join(''));
}

function jsonBlock(id: string, value: object): string {
  return `<script type="application/json" id="${id}">${escapeJson(JSON.stringify(value))}</script>`;
}

/** Keeps `</script>` and `<!--` in a value from ending or changing the block; still the same JSON. */
function escapeJson(json: string): string {
  return json
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

const htmlEntities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character);
}
