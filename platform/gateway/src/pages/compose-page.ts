import { pageBlocks } from '@kargo/shared-types/page/page-blocks';
import type { PublicConfiguration } from '@kargo/shared-types/page/public-configuration';
import { integrityOf } from '@kargo/shared-types/releases/page-release';
import type { PublishedRoute } from '@kargo/shared-types/releases/published-routes';
import { isRemote, remoteOf, type StoredRelease } from '@kargo/shared-types/releases/release';
import {
  contactEmailPlaceholder,
  contactPhoneAddress,
  contactPhonePlaceholder,
  developmentVersion,
  headPlaceholder,
  notFoundPath,
  releasePath,
  rootPlaceholder,
  stylesPath,
} from '@kargo/shared-types/releases/release-addresses';
import escapeHtml from 'escape-html';
import type { Env } from '../env.ts';
import { type Site, shellRelease } from '../releases/site/published.ts';
import type { previewBar } from './preview-bar.ts';
import { publicConfiguration } from './public-configuration.ts';
import { searchTags } from './search-tags.ts';
import { escapedJson, structuredData } from './structured-data.ts';

/**
 * Composes a page's HTML from the shell's `index.html`. Also returns the inline styles and scripts,
 * which the security policy must allow.
 *
 * @param route null for the not-found page
 * @param hasFrame whether a page for signed-in drivers contains its prerendered placeholders
 * @param bar for visitors who have opened a preview
 */
export function composePage(
  site: Site,
  route: PublishedRoute | null,
  env: Env,
  hasFrame = true,
  bar?: ReturnType<typeof previewBar>,
) {
  const { html } = site.shell;
  const configuration = publicConfiguration(env);
  const isShown = !route?.hasFrame || hasFrame;
  const prerendered = isShown ? site.pages[route?.path ?? notFoundPath] : undefined;
  const script = scriptOf(site, route, prerendered !== undefined);
  // The first calls must not wait for scripts: with HTTP/1.1 a browser has only six connections.
  const priority = route?.hasFrame && prerendered ? ' fetchpriority="low"' : '';
  const styles = [prerendered?.css, bar?.style].filter((css) => css !== undefined);
  const map = importMapOf(site);
  const head = [
    // It must precede the first module.
    ...(map ? [`<script type="importmap">${map}</script>`] : []),
    ...searchTags(site, route, env.SITE_URL),
    ...(route ? preloadsOf(site, route, priority) : []),
    ...structuredData(site, route, configuration, env.SITE_URL),
    jsonBlock(pageBlocks.releaseMap, site.releaseMap),
    jsonBlock(pageBlocks.configuration, configuration),
    ...(script ? [`<script>${script}</script>`] : []),
    ...(prerendered ? [stylesOf(site, route, prerendered.css)] : []),
    ...(bar ? [`<style>${bar.style}</style>`] : []),
  ];
  const root = prerendered && `<div id="root">${prerendered.html}</div>`;
  const end = bar ? `${bar.html}<script>${bar.script}</script></body>` : '</body>';
  const ofShell = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);
  return {
    // Functions, because `$&`, which a title may contain, has a meaning in a replacement string.
    html: withContact(html, configuration)
      .replace(headPlaceholder, () => head.join(''))
      .replace('</body>', () => end)
      .replace(rootPlaceholder, (placeholder) =>
        root ? withContact(root, configuration) : placeholder,
      ),
    inline: {
      styles: [...ofShell, ...styles],
      scripts: [map, script, bar?.script ?? ''].filter(Boolean),
    },
  };
}

/** Returns an import map with hashes of all modules a page may import; empty if there are none. */
function importMapOf({ releaseMap }: Site): string {
  const hashes = Object.entries(releaseMap).flatMap(([app, ofApp = []]) =>
    ofApp.flatMap(({ container, version, hashes = {} }) => {
      const files = container?.type === 'module' ? Object.entries(hashes) : [];
      const modules = files.filter(([file]) => !file.endsWith('.css'));
      return modules.map(([file, hash]) => [releasePath(app, version) + file, hash]);
    }),
  );
  return hashes.length > 0 ? escapedJson({ integrity: Object.fromEntries(hashes) }) : '';
}

/**
 * Returns preload links for the scripts and styles that a screen starts with; none if it is in
 * development or not published. Styles are only preloaded: a missing one must not block the page.
 */
function preloadsOf(site: Site, { screen, uses = [] }: PublishedRoute, priority: string): string[] {
  const [app = '', name = ''] = screen.split('/');
  const release = remoteOf(site.releases, app);
  const [first] = site.releaseMap[app] ?? [];
  if (!release || !first || first.version === developmentVersion) return [];
  const shell = shellRelease(site);
  const used = [...(release.uses?.[name] ?? []), ...uses];
  const shared = new Set(used.flatMap((request) => shell?.sharedScripts?.[request] ?? []));
  const links = (of: StoredRelease, as: 'script' | 'style', files: Iterable<string>) =>
    Array.from(files, (file) => {
      const isModule = as === 'script' && isRemote(of) && of.container?.type === 'module';
      const rel = isModule ? 'modulepreload' : 'preload';
      const address = escapeHtml(releasePath(of.app, of.version) + file);
      return `<link rel="${rel}" as="${as}"${priority} href="${address}" integrity="${integrityOf(of, file) ?? ''}" crossorigin>`;
    });
  return [
    ...links(release, 'style', release.styles[name] ?? []),
    ...links(release, 'script', [release.entry, ...(release.screens[name] ?? [])]),
    ...(shell ? links(shell, 'script', shared) : []),
  ];
}

/** Returns a prerendered page's styles. With the mark, its screen need not wait for the others. */
function stylesOf({ releaseMap }: Site, route: PublishedRoute | null, css: string): string {
  const [app = ''] = route?.screen.split('/') ?? [];
  const mark = route?.hasFrame ? '' : stylesPath(releaseMap[app]?.[0]?.url ?? '');
  return `<style data-styles="${escapeHtml(mark)}">${css}</style>`;
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
  route: PublishedRoute | null,
  isPrerendered: boolean,
): string {
  const { fallback = '', prerendered = '', framed = '' } = shell.inlineScripts;
  const ofPage = route?.hasFrame ? framed : prerendered;
  return (withShellBefore ? fallback : '') + (isPrerendered ? ofPage : '');
}

/** Returns an element from which scripts read a value. */
export function jsonBlock(id: string, value: object): string {
  return `<script type="application/json" id="${id}">${escapedJson(value)}</script>`;
}
