import { atom, getDefaultStore, useAtomValue } from 'jotai';

const pendingRequestsAtom = atom(0);
const isLoadingAtom = atom((get) => get(pendingRequestsAtom) > 0);

/** The global loading flag: true while any product call is under way (spec section 4). */
export function useIsLoading(): boolean {
  return useAtomValue(isLoadingAtom);
}

/** Calls `listener` at once when the flag changes, until the returned function is called. */
export function onLoadingChange(listener: (isLoading: boolean) => void): () => void {
  const store = getDefaultStore();
  return store.sub(isLoadingAtom, () => listener(store.get(isLoadingAtom)));
}

/**
 * Keeps the global loading flag set until `work` has settled. A counter stands behind the flag, so
 * that calls which overlap do not clear it early.
 */
export async function whileLoading<T>(work: () => Promise<T>): Promise<T> {
  const store = getDefaultStore();
  store.set(pendingRequestsAtom, (pending) => pending + 1);
  try {
    return await work();
  } finally {
    store.set(pendingRequestsAtom, (pending) => pending - 1);
  }
}
