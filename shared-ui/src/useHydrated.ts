import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False in a prerendered page's first render. Until it is true, hide what only browsers know. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
