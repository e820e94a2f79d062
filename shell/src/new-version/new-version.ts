import { atom, getDefaultStore, useAtomValue } from 'jotai';

const isReadyAtom = atom(false);

/** Whether a part of the shell that this page runs is gone, since another release took its place. */
export const useNewVersion = () => useAtomValue(isReadyAtom);

/** To be called when the server no longer has a file of the shell's own release. */
export function announceNewVersion(): void {
  getDefaultStore().set(isReadyAtom, true);
}
