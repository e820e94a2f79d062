import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { stylesPath } from '@kargo/shared-types/releases/release-addresses';
import { loadScript } from './load-script.ts';
import { integrityOfFile } from './tracked-releases.ts';

/** Requested files, by address. */
const files = new Map<string, Promise<void>>();

/**
 * Loads all styles of a release. The page's first screen does not wait for them: it came with its
 * own.
 *
 * @throws when they do not load; the next call tries again
 */
export async function loadStyles(release: PageRelease): Promise<void> {
  if (isStyled(release)) return;
  const url = stylesPath(release.url);
  const path = CSS.escape(new URL(url).pathname);
  const ofPage = document.querySelector(`style[data-styles="${path}"]`);
  if (ofPage) {
    // Another screen needs more than these.
    ofPage.removeAttribute('data-styles');
    void loadStyles(release).catch(() => undefined);
    return;
  }
  const file = files.get(url) ?? loadScript(url, release, release.styles);
  files.set(url, file);
  await file.catch((error) => {
    files.delete(url);
    throw error;
  });
}

/** Whether the page has all styles of a release. */
export function isStyled({ url, styles }: PageRelease): boolean {
  const address = stylesPath(url);
  return styles === undefined || [...document.styleSheets].some(({ href }) => href === address);
}

/** Adds hashes to other bundlers' style sheets, like the page's preloads. Must be called once. */
export function checkAddedStyles(): void {
  const { head } = document;
  const append = head.appendChild;
  head.appendChild = <T extends Node>(node: T): T => {
    const integrity =
      node instanceof HTMLLinkElement && !node.integrity && integrityOfFile(node.href);
    if (integrity) Object.assign(node, { integrity, crossOrigin: 'anonymous' });
    append.call(head, node);
    return node;
  };
}
