import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether `any` or `all` of an element is in the window, with one hundredth to spare for rounding.
 *
 * @param margin how much the window is enlarged by
 * @returns null until the browser has looked, and for `all` of an element taller than the window
 */
export function useInView(
  element: RefObject<Element | null>,
  amount: 'any' | 'all',
  margin = '0px',
): boolean | null {
  const [inView, setInView] = useState<boolean | null>(null);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        const { boundingClientRect, rootBounds } = entry;
        const fits = boundingClientRect.height <= (rootBounds?.height ?? Infinity);
        if (amount === 'all' && !fits) return setInView(null);
        setInView(
          entry.isIntersecting && (amount === 'any' || entry.intersectionRatio >= nearlyAll),
        );
      },
      { threshold: [0, nearlyAll, 1], rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, amount, margin]);
  return inView;
}

const nearlyAll = 0.99;
