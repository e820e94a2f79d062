import { type RefObject, useEffect, useEffectEvent } from 'react';

/** From this width on, the header shows the links (spec section 9). */
const wideScreen = '(min-width: 48em)';

/** While active, calls `react` for every event of this type in the document. */
export function useDocumentEvent<Type extends keyof DocumentEventMap>(
  type: Type,
  isActive: boolean,
  react: (event: DocumentEventMap[Type]) => void,
): void {
  const listen = useEffectEvent(react);
  useEffect(() => {
    if (!isActive) return;
    document.addEventListener(type, listen);
    return () => document.removeEventListener(type, listen);
  }, [type, isActive]);
}

/** While active, calls `onEscape` when Escape is pressed and nothing else has handled it. */
export function useEscape(isActive: boolean, onEscape: () => void): void {
  useDocumentEvent('keydown', isActive, (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isModalOpen()) onEscape();
  });
}

/** While active, the Tab key stays inside the element. */
export function useFocusLoop(element: RefObject<HTMLElement | null>, isActive: boolean): void {
  useDocumentEvent('keydown', isActive, (event) => {
    if (event.key !== 'Tab' || !element.current || isModalOpen()) return;
    const stops = tabStops(element.current);
    const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    const { activeElement } = document;
    if (activeElement !== from && element.current.contains(activeElement)) return;
    event.preventDefault();
    to?.focus();
  });
}

/** While active, calls `react` when the window becomes wide or narrow and hides what is open. */
export function useWidthChange(isActive: boolean, react: () => void): void {
  const listen = useEffectEvent(react);
  useEffect(() => {
    if (!isActive) return;
    const media = window.matchMedia(wideScreen);
    media.addEventListener('change', listen);
    return () => media.removeEventListener('change', listen);
  }, [isActive]);
}

/** A modal dialog has the keyboard to itself. */
const isModalOpen = () => document.querySelector('dialog[open]') !== null;

function tabStops(element: HTMLElement): HTMLElement[] {
  const candidates = element.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)');
  return [...candidates].filter(
    (candidate) => !candidate.closest('[inert]') && isVisible(candidate),
  );
}

/** Like checkVisibility(), which Safari lacks before 17.4. */
function isVisible(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
}
