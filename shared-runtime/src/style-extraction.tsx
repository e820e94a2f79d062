import createEmotionServer from '@emotion/server/create-instance';
import { renderToStaticMarkup } from 'react-dom/server';
import { stylesInNode } from './static-styles.ts';
import { createStyleCache, StyleCacheProvider } from './style-cache.ts';
import { ChakraProvider, system } from './ui.ts';
import { usedStyles } from './used-styles.ts';

/** Collects the styles of one rendering, instead of leaving them between the elements. */
export class StyleExtraction {
  /** What to render with. */
  readonly cache = createCollectingCache();

  /** The styles that the rendered HTML uses, as the text of one `<style>`. */
  extract(html: string): string {
    for (const [, name = ''] of html.matchAll(/\bk-([a-z0-9]+-[a-z0-9]+)/g)) {
      this.cache.inserted[name] ??= cssOf(name);
    }
    const { styles } = createEmotionServer(this.cache).extractCriticalToChunks(html);
    return usedStyles(styles.map(({ css }) => css).join(''), html);
  }
}

function createCollectingCache() {
  const cache = createStyleCache();
  cache.compat = true;
  return cache;
}

/**
 * The CSS of a static style.
 *
 * @throws if its component draws more than an element with a class, which would be missing in the page
 */
function cssOf(name: string): string {
  const { component: Component, style } = stylesInNode.get(name) ?? {};
  if (!Component) throw new Error(`There is no static style ${name}`);
  const cache = createCollectingCache();
  const html = renderToStaticMarkup(
    <StyleCacheProvider value={cache}>
      <ChakraProvider value={system}>
        <Component {...style} />
      </ChakraProvider>
    </StyleCacheProvider>,
  );
  const [, made = ''] = /^<\w+ class="(?:[\w -]+ )?k-([a-z0-9]+)"/.exec(html) ?? [];
  const css = cache.inserted[made];
  if (typeof css !== 'string') throw new Error(`This is more than a style: ${html} (${name})`);
  return css.replaceAll(`.k-${made}`, `.k-${name}`);
}
