import { useEffect, useEffectEvent } from 'react';

/** While active, calls `react` for every such event in the document. */
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

/** While active, calls `onEscape` when the Escape key is pressed and nothing else has used it. */
export function useEscape(isActive: boolean, onEscape: () => void): void {
  useDocumentEvent('keydown', isActive, (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
  });
}
