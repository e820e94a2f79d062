import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import { createElement, type ReactNode } from 'react';

/** Collects the styles of one rendering, instead of leaving them between the elements. */
export class StyleExtraction {
  readonly #cache = createCache({ key: 'css' });

  constructor() {
    this.#cache.compat = true;
  }

  /** Stands around what is rendered. */
  wrap(children: ReactNode) {
    return createElement(CacheProvider, { value: this.#cache }, children);
  }

  /**
   * The styles that the rendered HTML uses, as the text and the `data-emotion` attribute of one
   * `<style>`. In the browser Emotion takes them over by that attribute.
   */
  extract(html: string): { css: string; ids: string } {
    const { styles } = createEmotionServer(this.#cache).extractCriticalToChunks(html);
    return {
      css: styles.map(({ css }) => css).join(''),
      ids: [this.#cache.key, ...styles.flatMap(({ ids }) => ids)].join(' '),
    };
  }
}
