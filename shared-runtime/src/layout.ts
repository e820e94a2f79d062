import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { checkConnection, loadNow, useIsOffline } from './connection.ts';

// Exported here, because another shared module would be another request.
export { loadNow, useIsOffline };

const promoVideoAtom = atom(false);

/** Opens the promo video, which the shell's layout holds for every screen (spec section 4). */
export function openPromoVideo(): void {
  getDefaultStore().set(promoVideoAtom, true);
}

export function closePromoVideo(): void {
  getDefaultStore().set(promoVideoAtom, false);
}

/** Whether the promo video is open. For the layout, which shows it. */
export function useIsPromoVideoOpen(): boolean {
  return useAtomValue(promoVideoAtom);
}

const hasUnsentAtom = atom(false);

/** Something got no response and is not sent later, so the offline notice promises nothing. */
export function tellUnsent(): void {
  getDefaultStore().set(hasUnsentAtom, true);
  checkConnection(() => Promise.reject(new Error('Nothing was sent')));
}

/** For the layout, when it no longer says that the browser is back online. */
export function forgetUnsent(): void {
  getDefaultStore().set(hasUnsentAtom, false);
}

/** For the layout: whether something was not sent since the browser went offline. */
export function useHasUnsent(): boolean {
  return useAtomValue(hasUnsentAtom);
}
