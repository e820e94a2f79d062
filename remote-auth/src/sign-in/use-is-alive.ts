import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False in HTML that was rendered beforehand, true as soon as this page's scripts look after it. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
