import type { ElementType } from 'react';
import { classNamesInPage } from './style-cache.ts';

/** What is drawn in place of a component, and its attributes. */
type Drawn = readonly [type: ElementType, attributes: object];

interface StaticStyle {
  component: ElementType;
  style: object;
}

/** The static styles of the modules that were run in Node, by class name without `k-`. */
export const stylesInNode = new Map<string, StaticStyle>();

/**
 * Makes the function that chooses how to draw the elements of a file whose styles never change. A prerendered
 * page has their classes already, and needs only an element with that class. Elsewhere the component makes the
 * class, as it would without this. Calls are written by the build (platform/build/src/static-styles-loader.ts).
 *
 * @param file unique to the file's text
 */
export function staticStyles(file: string) {
  const isInNode = typeof document === 'undefined';
  let count = 0;
  /** @param element what the component draws */
  return (component: ElementType, style: object, element: ElementType = 'div'): Drawn => {
    count += 1;
    const name = `${file}-${count.toString(36)}`;
    if (isInNode) stylesInNode.set(name, { component, style });
    return isInNode || classNamesInPage().has(name)
      ? [element, { className: `k-${name}` }]
      : [component, style];
  };
}
