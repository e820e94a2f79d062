import type { RecipeDefinition } from '@chakra-ui/react';

/** What an element looks like. Its class is a hash of this, and so known without Chakra. */
export interface ElementStyle {
  /** The name of a look of the theme, or what `chakra` was given. */
  look: string | RecipeDefinition | undefined;
  /** Attributes that are styles. */
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

/** What waits for CSS is shown without. */
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

/** Classes have five characters at most: each is 1.3 bytes of a page, and two equal ones are noticed in Node. */
const names = 36 ** 5;

/** The class name of styles, without `k-`, of an element whose look has this hash. */
export const nameOf = (look: number, styles: object): string =>
  ((hashOf(JSON.stringify(styles), look) >>> 0) % names).toString(36);

/** FNV-1a, which may go on from the hash of what stands before. */
export function hashOf(text: string, before = 0x811c9dc5): number {
  let hash = before;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
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
