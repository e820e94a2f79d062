import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import type { PublicConfiguration } from '@kargo/shared-types/page/public-configuration';
import { integrityOf, type Release } from '@kargo/shared-types/releases/release';
import {
  contactEmailPlaceholder,
  contactPhoneAddress,
  contactPhonePlaceholder,
  developmentVersion,
  headPlaceholder,
  notFoundPath,
  releasePath,
  rootPlaceholder,
} from '@kargo/shared-types/releases/release-addresses';
import escapeHtml from 'escape-html';
import type { Env } from '../env.ts';
import { type Route, type Site, shellRelease } from '../releases/published.ts';
import type { previewBar } from './preview-bar.ts';
import { publicConfiguration } from './public-configuration.ts';
import { searchTags } from './search-tags.ts';
import { escapedJson, structuredData } from './structured-data.ts';

/**
 * Composes the HTML of a page from the shell's `index.html`. Returns also the texts of inline styles and scripts, which
 * the security policy has to allow.
 *
 * @param route null for the not-found page
 * @param hasFrame whether a page for signed-in drivers is sent with its prerendered placeholders
 * @param bar what is added for who has opened a preview
 */
export function composePage(
  site: Site,
  route: Route | null,
  env: Env,
  hasFrame = true,
  bar?: ReturnType<typeof previewBar>,
) {
  const { html } = site.shell;
  const configuration = publicConfiguration(env);
  const isShown = !route?.hasFrame || hasFrame;
  const prerendered = isShown ? site.pages[route?.path ?? notFoundPath] : undefined;
  const script = scriptOf(site, route, prerendered !== undefined);
  // The first calls do not wait for scripts: to a server of HTTP/1.1 browsers have six connections.
  const priority = route?.hasFrame && prerendered ? ' fetchpriority="low"' : '';
  const styles = [prerendered?.css, bar?.style].filter((css) => css !== undefined);
  const head = [
    ...searchTags(site, route, env.SITE_URL),
    ...(route ? scriptsOf(site, route) : []).map(
      ({ url, integrity }) =>
        `<link rel="preload" as="script"${priority} href="${escapeHtml(url)}" integrity="${integrity ?? ''}" crossorigin>`,
    ),
    ...structuredData(site, route, configuration, env.SITE_URL),
    jsonBlock(pageBlocks.releaseMap, site.candidates),
    jsonBlock(pageBlocks.configuration, configuration),
    ...(script ? [`<script>${script}</script>`] : []),
    ...styles.map((css) => `<style>${css}</style>`),
  ];
  const root = prerendered && `<div id="root">${prerendered.html}</div>`;
  const end = bar ? `${bar.html}<script>${bar.script}</script></body>` : '</body>';
  const ofShell = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);
  return {
    // Functions, because `$&` has a meaning in a replacement string, and may occur in a title.
    html: withContact(html, configuration)
      .replace(headPlaceholder, () => head.join(''))
      .replace('</body>', () => end)
      .replace(rootPlaceholder, (placeholder) =>
        root ? withContact(root, configuration) : placeholder,
      ),
    inline: {
      styles: [...ofShell, ...styles],
      scripts: [script, bar?.script ?? ''].filter(Boolean),
    },
  };
}

/**
 * Returns the scripts to preload for a route, shared ones included. None if it has no screen, its remote is not
 * published, or it comes from a development server.
 */
function scriptsOf(site: Site, { screen, uses = [] }: Route) {
  const [app = '', name = ''] = screen?.split('/') ?? [];
  const release = site.releases.get(app);
  const [first] = site.candidates[app] ?? [];
  if (!release || !first || first.version === developmentVersion) return [];
  const shell = shellRelease(site);
  const used = [...(release.uses?.[name] ?? []), ...uses];
  const shared = new Set(used.flatMap((request) => shell?.sharedScripts?.[request] ?? []));
  const verified = (of: Release) => (file: string) => ({
    url: releasePath(of.app, of.version) + file,
    integrity: integrityOf(of, file),
  });
  const files = [release.entry, ...(release.screens[name] ?? [])];
  return [...files.map(verified(release)), ...(shell ? [...shared].map(verified(shell)) : [])];
}

function withContact(text: string, { contactEmail, contactPhone }: PublicConfiguration): string {
  return text
    .replaceAll(contactEmailPlaceholder, () => escapeHtml(contactEmail))
    .replaceAll(contactPhoneAddress(contactPhonePlaceholder), () =>
      escapeHtml(contactPhoneAddress(contactPhone)),
    )
    .replaceAll(contactPhonePlaceholder, () => escapeHtml(contactPhone));
}

/** Returns the page's one inline script. */
function scriptOf(
  { shell, withShellBefore }: Site,
  route: Route | null,
  isPrerendered: boolean,
): string {
  const { fallback = '', prerendered = '', framed = '' } = shell.inlineScripts;
  const ofPage = route?.hasFrame ? framed : prerendered;
  return (withShellBefore ? fallback : '') + (isPrerendered ? ofPage : '');
}

/** Returns an element from which scripts read this value. */
export function jsonBlock(id: string, value: object): string {
  return `<script type="application/json" id="${id}">${escapedJson(value)}</script>`;
}
