import { useSyncExternalStore } from 'react';

/** Whether the page's scroll position passes a test, kept up to date; false before hydration. */
export function useScrolled(test: (scrollY: number) => boolean): boolean {
  return useSyncExternalStore(
    subscribe,
    () => test(window.scrollY),
    () => false,
  );
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('scroll', changed, { passive: true });
  return () => window.removeEventListener('scroll', changed);
}
