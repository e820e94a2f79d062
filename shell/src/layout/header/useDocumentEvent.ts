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
