import { type RefObject, useEffect } from 'react';

/** While active, calls `onPress` when the pointer is pressed anywhere but in the element. */
export function usePressOutside(
  isActive: boolean,
  element: RefObject<HTMLElement | null>,
  onPress: () => void,
): void {
  useEffect(() => {
    if (!isActive) return;
    const listen = ({ target }: PointerEvent) => {
      if (!element.current?.contains(target as Node)) onPress();
    };
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [isActive, element, onPress]);
}
