import type { RecipeDefinition } from '@chakra-ui/react';

/** What an element looks like. Its class is a hash of this, and so known without Chakra. */
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

/** Called by the module that makes CSS, when it has come. */
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

/** Calls `listener` when what makes CSS has come, or failed to, until the returned function is called. */
export function onStyleMaker(listener: () => void): () => void {
  waiting.add(listener);
  if (make) queueMicrotask(listener);
  return () => waiting.delete(listener);
}

/** The class name of styles, without `k-`. */
export const nameOf = (recipe: string, styles: object): string =>
  hashOf(recipe + JSON.stringify(styles));

/**
 * So many that of 5,000 styles two share a name in one case of 6,000. Node refuses that, but styles of two remotes meet
 * in browsers alone.
 */
const names = 36 ** 7;

/** A text's hash of 53 bits (cyrb53) as a name of seven characters at most. */
export function hashOf(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    a = Math.imul(a ^ text.charCodeAt(index), 0x9e3779b1);
    b = Math.imul(b ^ text.charCodeAt(index), 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return ((2 ** 32 * (b & 0x1fffff) + (a >>> 0)) % names).toString(36);
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
      [...textContent.matchAll(/\.k-([a-z0-9]+)/g)].map(([, name = '']) => name),
    ),
  );
  return namesInPage;
}
