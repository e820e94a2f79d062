import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/**
 * False in the first render of a prerendered page, true from then on. Anything that only the browser
 * knows, such as the session, is shown once it is true.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
