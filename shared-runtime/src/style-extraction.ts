import { stylesInNode } from './element-styles.ts';
import { alternativesOf } from './static-styles.ts';
import { makeStyle, pageCss, styleCache } from './theme/style-maker.ts';
import { usedStyles } from './used-styles.ts';

/**
 * The styles that rendered HTML uses, and may use once it is touched, as the text of one `<style>`.
 *
 * @param later HTML that follows in the browser
 * @param more names of other styles
 */
export function stylesOf(html: string, later = '', more: readonly string[] = []): string {
  const all = html + later;
  const inAll = [...all.matchAll(/\bk-([a-z0-9]+)/g)].map(([, name = '']) => name);
  const names = [...inAll, ...more];
  const css = [...new Set(names.flatMap((name) => [name, ...alternativesOf(name)]))].map((name) => {
    const style = stylesInNode.get(name);
    // Where styles come to nothing, the browser is to know that too.
    return style ? makeStyle(name, style) || `.k-${name}{}` : styleCache.inserted[name];
  });
  // Similar styles beside each other compress better. In browsers classes have another order, too.
  css.sort((a, b) => lookOf(a).localeCompare(lookOf(b)));
  return usedStyles(pageCss + css.join(''), all);
}

const lookOf = (css: unknown) => `${css}`.replaceAll(/k-\w+/g, '');
