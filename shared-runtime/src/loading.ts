import { atom, getDefaultStore, useAtomValue } from 'jotai';

const pendingRequestsAtom = atom(0);
const isLoadingAtom = atom((get) => get(pendingRequestsAtom) > 0);
const uploadAtom = atom<number | null>(null);

/** The global loading flag: true while any product call is under way (spec section 4). */
export function useIsLoading(): boolean {
  return useAtomValue(isLoadingAtom);
}

/** Share of the upload under way that has been sent, from 0 to 1; null when there is none. */
export function useUploadProgress(): number | null {
  return useAtomValue(uploadAtom);
}

/** Reports how much of an upload has been sent; null when its call has settled. */
export function reportUpload(sent: number | null): void {
  getDefaultStore().set(uploadAtom, sent);
}

/** Calls `listener` at once when the flag changes, until the returned function is called. */
export function onLoadingChange(listener: (isLoading: boolean) => void): () => void {
  const store = getDefaultStore();
  return store.sub(isLoadingAtom, () => listener(store.get(isLoadingAtom)));
}

/** Sets the loading flag until `work` has settled. It is a counter, because calls may overlap. */
export async function whileLoading<T>(work: () => Promise<T>): Promise<T> {
  const store = getDefaultStore();
  store.set(pendingRequestsAtom, (pending) => pending + 1);
  try {
    return await work();
  } finally {
    store.set(pendingRequestsAtom, (pending) => pending - 1);
  }
}
