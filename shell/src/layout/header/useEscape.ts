import { useDocumentEvent } from './useDocumentEvent.ts';

/** While active, calls `onEscape` when the Escape key is pressed and nothing else has used it. */
export function useEscape(isActive: boolean, onEscape: () => void): void {
  useDocumentEvent('keydown', isActive, (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
  });
}
