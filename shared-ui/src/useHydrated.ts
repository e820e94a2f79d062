import { getSession } from '@kargo/shared-runtime/session';
import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/**
 * False in the first render of a prerendered page, true from then on. What only the browser knows, such as the
 * session, is shown once it is true.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(subscribe, () => true, isRenderedComplete);
}

/** Whether Node renders what follows on the first render, for its styles alone. */
const isRenderedComplete = () => typeof document === 'undefined' && getSession().loginUser !== null;
