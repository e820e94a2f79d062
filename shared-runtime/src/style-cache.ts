import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';

export type StyleCache = EmotionCache;

/** Stands around what is rendered with a cache. */
export const StyleCacheProvider = CacheProvider;

/** Begins the class names. */
const key = 'k';

/**
 * Emotion's store of styles. It writes no prefixes, since the supported browsers need none. What a page
 * that was rendered beforehand has in its `<style>` is known by its class names, and is not added again.
 */
export function createStyleCache(): StyleCache {
  const cache = createCache({ key, stylisPlugins: [] });
  if (typeof document === 'undefined') return cache;
  for (const { textContent } of document.querySelectorAll('head > style')) {
    for (const [, name = ''] of textContent.matchAll(/\.k-([a-z0-9]+)/g)) {
      cache.inserted[name] = true;
    }
  }
  return cache;
}
