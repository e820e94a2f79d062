import type * as TestingLibrary from '@testing-library/dom';
import type { Point } from './tab.ts';

/** An element of the page, described by one of `role`, `label`, `text` and `css`. */
export interface Target {
  role?: string;
  /** Accessible name of the element with the role. */
  name?: string;
  label?: string;
  text?: string;
  css?: string;
  within?: Target;
}

/** The state of a target. */
export interface Found {
  /** Number of matches; the rest describes the first. */
  count: number;
  isVisible: boolean;
  isFocused: boolean;
  isInViewport: boolean;
  text: string;
  /** Value of a field. */
  value: string;
  attributes: Record<string, string>;
  /** Its centre, if a click there reaches it: it is enabled and not covered. */
  clickable: Point | null;
}

declare const TestingLibraryDom: typeof TestingLibrary | undefined;

/**
 * Runs in the page.
 *
 * @returns null if Testing Library is not loaded in the page yet
 */
export function findInPage({
  target,
  bringIntoView,
}: {
  target: Target;
  bringIntoView: boolean;
}): Found | null {
  if (typeof TestingLibraryDom === 'undefined') return null;
  const { queryAllByLabelText, queryAllByRole, queryAllByText } = TestingLibraryDom;

  const found = find(target);
  const [element] = found;
  const nothing = { isVisible: false, isFocused: false, isInViewport: false, clickable: null };
  if (!element) return { count: 0, ...nothing, text: '', value: '', attributes: {} };
  return {
    count: found.length,
    isVisible: element.checkVisibility({ visibilityProperty: true }),
    isFocused: element === document.activeElement,
    isInViewport: isInViewport(element),
    text: element.textContent ?? '',
    value: 'value' in element ? String(element.value) : '',
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    clickable: bringIntoView ? clickablePoint(element) : null,
  };

  function find({ within, role, name, label, text, css }: Target): HTMLElement[] {
    const [root] = within ? find(within) : [document.body];
    if (!root) return [];
    if (role) return queryAllByRole(root, role, name === undefined ? {} : { name });
    if (label) return queryAllByLabelText(root, label);
    if (text) return queryAllByText(root, text);
    return [...root.querySelectorAll<HTMLElement>(css ?? '*')];
  }

  function isInViewport(it: Element): boolean {
    const { top, bottom, left, right } = it.getBoundingClientRect();
    return bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth;
  }

  function clickablePoint(it: HTMLElement): Point | null {
    if (it.matches(':disabled')) return null;
    const point = reachedPoint(it);
    if (point) return point;
    // The element is outside the window, or a floating element covers it.
    it.scrollIntoView({ block: 'center', behavior: 'instant' });
    return reachedPoint(it);
  }

  function reachedPoint(it: HTMLElement): Point | null {
    const { x, y, width, height, top, bottom } = it.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) return null;
    const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    const hit = document.elementFromPoint(point.x, point.y);
    return hit && (it.contains(hit) || hit.closest('label')?.control === it) ? point : null;
  }
}
