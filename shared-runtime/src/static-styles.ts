import type { ElementType } from 'react';
import type { StyledComponent } from './element.ts';
import { addStyle, isInNode, isInPage } from './element-styles.ts';

/** What is drawn in place of a component, and its attributes. */
type Drawn = readonly [type: ElementType, attributes: object];

/** Every component of `ui` has this method, which Chakra's types do not say. */
const split = (component: ElementType, props: object) =>
  (component as unknown as StyledComponent).split(props);

/**
 * Makes the function that chooses how to draw the elements of a file whose styles never change. Where there is CSS for
 * their classes, they need only an element with the class. Calls are written by the build
 * (platform/build/src/static-styles-loader.ts). Those of earlier releases gave their file's name here.
 */
export function staticStyles() {
  /** @param element what the component draws */
  return (component: ElementType, styles: object, element: ElementType = 'div'): Drawn => {
    const { name, style, attributes } = split(component, styles);
    if (!name) return [element, attributes];
    if (!isInPage(name)) return [component, styles];
    addStyle(name, style);
    return [element, { ...attributes, className: `k-${name}` }];
  };
}

const alternatives = new Map<string, Set<string>>();

/**
 * Says what an element may look like by and by: a page that is rendered with one of these looks has the CSS of all. Calls
 * are written by the build.
 */
export function alternativeStyles(component: ElementType, looks: readonly object[]): void {
  if (!isInNode) return;
  const names = looks.flatMap((styles) => {
    const { name, style } = split(component, styles);
    if (name) addStyle(name, style);
    return name ?? [];
  });
  for (const name of names)
    alternatives.set(name, new Set([...(alternatives.get(name) ?? []), ...names]));
}

export const alternativesOf = (name: string): ReadonlySet<string> =>
  alternatives.get(name) ?? new Set();
