import type { PageRelease } from '@kargo/shared-types/releases/page-release';
import { stylesPath } from '@kargo/shared-types/releases/release-addresses';
import { loadScript } from './load-script.ts';

/** Files that were asked for, by address. */
const files = new Map<string, Promise<void>>();

/**
 * Loads all styles of a release. The screen that the page came with, styles and all, need not wait for them.
 *
 * @throws when they do not come; the next call asks again
 */
export async function loadStyles(release: PageRelease): Promise<void> {
  if (isStyled(release)) return;
  const url = stylesPath(release.url);
  const path = CSS.escape(new URL(url).pathname);
  const ofPage = document.querySelector(`style[data-styles="${path}"]`);
  if (ofPage) {
    // Another screen needs others.
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
