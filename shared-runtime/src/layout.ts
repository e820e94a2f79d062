import { atom, getDefaultStore, useAtomValue } from 'jotai';

const promoVideoAtom = atom(false);

/** Opens the promo video, which the shell's layout holds for every screen (spec section 4). */
export function openPromoVideo(): void {
  getDefaultStore().set(promoVideoAtom, true);
}

/** Closes the promo video; does nothing when it is closed. */
export function closePromoVideo(): void {
  getDefaultStore().set(promoVideoAtom, false);
}

/** Whether the promo video is open. For the layout, which shows it. */
export function useIsPromoVideoOpen(): boolean {
  return useAtomValue(promoVideoAtom);
}
