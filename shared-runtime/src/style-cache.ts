import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';

export type StyleCache = EmotionCache;

export const StyleCacheProvider = CacheProvider;

/** Begins the class names. */
const key = 'k';

/**
 * Emotion's store of styles. It writes no prefixes, since the supported browsers need none. Styles that a
 * prerendered page has in its `<style>` are known by their class names, and not added again.
 */
export function createStyleCache(): StyleCache {
  const cache = createCache({ key, stylisPlugins: [] });
  if (typeof document === 'undefined') return cache;
  for (const name of classNamesInPage()) cache.inserted[name] = true;
  return cache;
}

let inPage: Set<string> | undefined;

/** The class names, without `k-`, in the styles that the page came with. */
export function classNamesInPage(): ReadonlySet<string> {
  inPage ??= new Set(
    [...document.querySelectorAll('head > style')].flatMap(({ textContent }) =>
      [...textContent.matchAll(/\.k-([a-z0-9-]+)/g)].map(([, name = '']) => name),
    ),
  );
  return inPage;
}
