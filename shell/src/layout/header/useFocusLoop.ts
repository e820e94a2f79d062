import type { RefObject } from 'react';
import { useDocumentEvent } from './useDocumentEvent.ts';

/** While active, the Tab key stays inside the element. */
export function useFocusLoop(element: RefObject<HTMLElement | null>, isActive: boolean): void {
  useDocumentEvent('keydown', isActive, (event) => {
    if (event.key !== 'Tab' || !element.current) return;
    const stops = tabStops(element.current);
    const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    const { activeElement } = document;
    if (activeElement !== from && element.current.contains(activeElement)) return;
    event.preventDefault();
    to?.focus();
  });
}

function tabStops(element: HTMLElement): HTMLElement[] {
  const candidates = element.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)');
  return [...candidates].filter(
    (candidate) => !candidate.closest('[inert]') && isVisible(candidate),
  );
}

/** As checkVisibility(), which Safari has from 17.4 on. */
function isVisible(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
}
