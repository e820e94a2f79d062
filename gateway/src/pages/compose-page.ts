import escapeHtml from 'escape-html';
import type { PublicConfiguration } from 'shared-types/public-configuration';
import {
  contactEmailPlaceholder,
  headPlaceholder,
  pageBlocks,
} from 'shared-types/release-addresses';
import type { Route } from '../releases/published.ts';
import type { Site } from '../releases/site.ts';
import { escapedJson } from './html.ts';
import { searchTags } from './search-tags.ts';
import { structuredData } from './structured-data.ts';

/**
 * The HTML of a page: the shell's `index.html` with a head of its own, and the address to write to.
 *
 * @param route null for the page at every address that is not listed
 * @param siteUrl origin of the site, for addresses that are read elsewhere
 */
export function composePage(
  site: Site,
  route: Route | null,
  configuration: PublicConfiguration,
  siteUrl: string,
): string {
  const { html, routes } = site.shell;
  const head = [
    ...searchTags(routes, route, siteUrl),
    ...site
      .screen(route?.screen ?? null)
      .scripts.map((url) => `<link rel="preload" as="script" href="${escapeHtml(url)}">`),
    ...structuredData(site, route, configuration, siteUrl),
    jsonBlock(pageBlocks.releaseMap, site.candidates),
    jsonBlock(pageBlocks.configuration, configuration),
  ];
  // Functions, because a replacement string would give `$&` in a title a meaning.
  return html
    .replaceAll(contactEmailPlaceholder, () => escapeHtml(configuration.contactEmail))
    .replace(headPlaceholder, () => head.join(''));
}

function jsonBlock(id: string, value: object): string {
  return `<script type="application/json" id="${id}">${escapedJson(value)}</script>`;
}
