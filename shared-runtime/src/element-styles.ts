import type { RecipeDefinition } from '@chakra-ui/react';

/** The look of an element. Its class is a hash of this, and so known without Chakra. */
export interface ElementStyle {
  /** The name of one of the theme's recipes or arrangements, or the recipe that `chakra` was given. */
  recipe: string | RecipeDefinition | undefined;
  /** Props that are styles. */
  styles: object;
}

type MakeStyle = (name: string, style: ElementStyle) => unknown;

export const isInNode = typeof document === 'undefined';

/** In Node the styles of all elements that were drawn, or may be, by class name without `k-`. */
export const stylesInNode = new Map<string, ElementStyle>();

let make: MakeStyle | undefined;
let hasFailed = false;
const waiting = new Set<() => void>();

/** Called by the style maker, the module that makes CSS, when it has come. */
export function provideStyleMaker(maker: MakeStyle): void {
  make = maker;
  for (const listener of waiting) listener();
}

/** From now on elements are shown without CSS until it comes. */
export function styleMakerFailed(): void {
  hasFailed = true;
  for (const listener of waiting) listener();
}

export const hasStyleMaker = () => make !== undefined;

export const hasStyleMakerFailed = () => hasFailed;

/** Calls `listener` when the style maker has come, or failed to, until the returned function is called. */
export function onStyleMaker(listener: () => void): () => void {
  waiting.add(listener);
  if (make) queueMicrotask(listener);
  return () => waiting.delete(listener);
}

/** The class name of styles, without `k-`. */
export const nameOf = (recipe: string, styles: object): string =>
  hashOf(recipe + JSON.stringify(styles));

/**
 * Names have six characters at most, since each is 0.7 bytes of a page. Of 1,000 styles two share a name in one site of
 * 4,000; a new one is equal to one of them in one case of 2 million. Node refuses two styles of one name, but those of
 * two remotes meet in browsers alone.
 */
const names = 36 ** 6;

/** FNV-1a, as a name. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return ((hash >>> 0) % names).toString(36);
}

/** Whether an element with this class is seen as it should be. */
export const hasStyle = (name: string) => make !== undefined || isInPage(name);

/** Whether the page has the CSS of a class; a page that is rendered in Node gets it. */
export const isInPage = (name: string) => isInNode || known().has(name);

/** Makes the CSS of a class, unless the page has it. In Node it is kept, to be made for a page that uses it. */
export function addStyle(name: string, style: ElementStyle): void {
  if (isInNode) {
    const known = stylesInNode.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(style))
      throw new Error(`Two styles have the class k-${name}: ${JSON.stringify([known, style])}`);
    stylesInNode.set(name, style);
  } else if (make && !known().has(name)) {
    make(name, style);
    known().add(name);
  }
}

let namesInPage: Set<string> | undefined;

/** The class names, without `k-`, that have CSS. */
function known(): Set<string> {
  namesInPage ??= new Set(
    [...document.querySelectorAll('head > style')].flatMap(({ textContent }) =>
      namesIn(textContent),
    ),
  );
  return namesInPage;
}

const namesIn = (css: string) => [...css.matchAll(/\.k-([a-z0-9]+)/g)].map(([, name = '']) => name);

/** Tells that the page has the styles of another page now, too. */
export function stylesArrived({ cssRules }: CSSStyleSheet): void {
  for (const { cssText } of cssRules) for (const name of namesIn(cssText)) known().add(name);
}
