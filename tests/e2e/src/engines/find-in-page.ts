/** Selectors or Testing Library queries, each searched in the first match of the one before. */
export type Target = readonly (string | readonly [query: string, ...of: unknown[]])[];

export const byRole = (role: string) => (name: string) => [['ByRole', role, { name }]] as const;

export const button = byRole('button');
export const heading = byRole('heading');
export const link = byRole('link');
export const field = (label: string): Target => [['ByLabelText', label]];
export const text = (text: string): Target => [['ByText', text]];
export const css = (selector: string): Target => [selector];
export const inside = (within: Target, target: Target): Target => [...within, ...target];
export const header = css('[data-testid=site-header]');

/** The state of a target. */
export interface Found {
  /** Number of matches; the rest describes the first. */
  count: number;
  isVisible: boolean;
  isFocused: boolean;
  /** Value of a field. */
  value: string;
  /** Its centre in CSS px, if a click there would reach it: it is enabled and not covered. */
  clickable: { x: number; y: number } | null;
}

declare const TestingLibraryDom: Record<string, (root: Element, ...of: unknown[]) => Element[]>;

/** Runs in the page. */
export function findInPage(target: Target, bringIntoView: boolean): Found {
  let found: Element[] = [document.body];
  for (const step of target) found = found.slice(0, 1).flatMap((root) => find(root, step));
  const [element] = found;
  // It may be outside the window, or something floating may cover it.
  if (bringIntoView && !clickable()) {
    element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  }
  return {
    count: found.length,
    isVisible: element?.checkVisibility({ visibilityProperty: true }) ?? false,
    isFocused: element === document.activeElement,
    value: element && 'value' in element ? String(element.value) : '',
    clickable: clickable(),
  };

  function find(root: Element, step: Target[number]): Element[] {
    if (typeof step === 'string') return [...root.querySelectorAll(step)];
    const [query, ...of] = step;
    return TestingLibraryDom[`queryAll${query}`]?.(root, ...of) ?? [];
  }

  function clickable(): Found['clickable'] {
    if (!element || element.matches(':disabled')) return null;
    const { x, y, width, height, top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) return null;
    const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    const hit = document.elementFromPoint(point.x, point.y);
    const isReached = element.contains(hit) || hit?.closest('label')?.control === element;
    return hit && isReached ? point : null;
  }
}
