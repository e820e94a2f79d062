import createEmotionServer from '@emotion/server/create-instance';
import { createStyleCache } from './style-cache.ts';
import { usedStyles } from './used-styles.ts';

/** Collects the styles of one rendering, instead of leaving them between the elements. */
export class StyleExtraction {
  /** To render with. */
  readonly cache = createStyleCache();

  constructor() {
    this.cache.compat = true;
  }

  /** The styles that the rendered HTML uses, as the text of one `<style>`. */
  extract(html: string): string {
    const { styles } = createEmotionServer(this.cache).extractCriticalToChunks(html);
    return usedStyles(styles.map(({ css }) => css).join(''), html);
  }
}
