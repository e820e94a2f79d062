import type { SystemStyleObject } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import { type CSSObject, css } from '@emotion/react';
import { type ElementStyle, provideStyleMaker } from '../element-styles.ts';
import { layoutStyles, type Styles } from './layout-styles.ts';
import { system } from './system.ts';

/**
 * Emotion's store of styles. It writes no prefixes, since the supported browsers need none. In Node it keeps the CSS
 * of Chakra's own components, which it would leave between the elements otherwise.
 */
export const styleCache = createCache({ key: 'k', stylisPlugins: [] });
styleCache.compat = true;

/** Adds rules to the page; in Node they are returned, which Emotion's type does not say. */
function addRules(selector: string, styles: object): string {
  // Under its own name it would get the rules of another selector with equal styles, in Node.
  const named = { ...css(styles as CSSObject), name: selector };
  const rules: unknown = styleCache.insert(selector, named, styleCache.sheet, false);
  return typeof rules === 'string' ? rules : '';
}

/** The CSS of the whole page: layers, reset, keyframes, tokens. */
export const pageCss = addRules('', [system.layers.atRule, system._global]);

/** Makes the CSS of a class. */
export const makeStyle = (name: string, style: ElementStyle): string =>
  addRules(`.k-${name}`, stylesOf(style));

provideStyleMaker(makeStyle);

/** An element's styles, combined in the order in which Chakra's components do it. */
function stylesOf({ recipe: named, styles }: ElementStyle): SystemStyleObject {
  const recipe = recipeOf(named);
  const { css: nested, ...given } = styles as Styles;
  const isVariant = ([name]: [string, unknown]) => recipe?.variantKeys?.includes(name) ?? false;
  const entries = Object.entries(given);
  const variants = Object.fromEntries(entries.filter(isVariant));
  const others = Object.fromEntries(entries.filter((entry) => !isVariant(entry)));
  const arrange = typeof named === 'string' ? layoutStyles[named] : undefined;
  const [own, arranged] = arrange?.(others) ?? [{}, others];
  const parts = [recipe?.(variants), own, ...[nested].flat(), arranged];
  return system.css(...(parts as SystemStyleObject[]));
}

interface Recipe {
  (variants: Styles): object;
  variantKeys?: string[];
}

/** `chakra`'s own recipe, one of the theme, or, as `field.label`, one part of one of the theme. */
function recipeOf(named: ElementStyle['recipe']): Recipe | undefined {
  if (typeof named !== 'string') return named && (system.cva(named) as Recipe);
  const [name = '', part = ''] = named.split('.');
  if (system.isSlotRecipe(name)) return (styles) => system.getSlotRecipeFn(name)(styles)[part];
  return system.isRecipe(name) ? system.getRecipeFn(name) : undefined;
}
