import type { PageRelease } from '@kargo/shared-types/releases/release';
import { stylesPath } from '@kargo/shared-types/releases/release-addresses';
import { loadScript } from './load-script.ts';

/** Files that were asked for, by address. */
const files = new Map<string, Promise<void>>();

/** Addresses of those that apply. */
const applied = new Set<string>();

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
    void loadStylesOnceIdle(release).catch(() => undefined);
  } else {
    await addStyles(url, release);
    apply(url);
  }
}

/**
 * Loads all styles of a release whose HTML came with what it needs. They come at once, since the release may be replaced,
 * but apply once the page is idle: the browser computes the styles of the whole page again.
 *
 * @throws when they do not come
 */
export async function loadStylesOnceIdle(release: PageRelease): Promise<void> {
  if (isStyled(release)) return;
  const url = stylesPath(release.url);
  await addStyles(url, release);
  await idle();
  apply(url);
}

/** Whether all styles of a release apply already. */
export function isStyled({ url, styles }: PageRelease): boolean {
  return styles === undefined || applied.has(stylesPath(url)) || isInPage(stylesPath(url));
}

/** Whether the page came with a link to them. */
const isInPage = (url: string) =>
  !files.has(url) && [...document.styleSheets].some(({ href }) => href === url);

async function addStyles(url: string, release: PageRelease): Promise<void> {
  const file = files.get(url) ?? loadScript(url, release, release.styles);
  files.set(url, file);
  await file.catch((error) => {
    files.delete(url);
    throw error;
  });
}

function apply(url: string): void {
  const links = document.querySelectorAll<HTMLLinkElement>('link[media="print"]');
  for (const link of links) if (link.href.split('?', 1)[0] === url) link.media = 'all';
  applied.add(url);
}

/** Once the page is idle, but at the latest when somebody uses it: what opens then needs its styles. */
const idle = () =>
  new Promise<unknown>((resolve) => {
    for (const use of ['pointerdown', 'keydown'])
      addEventListener(use, resolve, { once: true, capture: true });
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 1000 });
    else setTimeout(resolve);
  });
