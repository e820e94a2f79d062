import { endSession, getSession } from '@kargo/shared-runtime/session';
import { atom, getDefaultStore } from 'jotai';

/** The token of a session with which a mailed link replaced another one, until the page has said so. */
export const newTokenAtom = atom<string | null>(null);

/**
 * `loadProfile` of `session-actions`, which visitors do not download. When it cannot be downloaded
 * either, the load has failed like any other (spec section 4).
 */
export async function loadProfile(magicToken?: string): Promise<void> {
  const { token: before } = getSession();
  try {
    const actions = await import('@kargo/shared-runtime/session-actions');
    await actions.loadProfile(magicToken);
    const { token } = getSession();
    if (magicToken && before !== null && token !== before)
      getDefaultStore().set(newTokenAtom, token);
  } catch (error) {
    console.error('Failed to load profile:', error);
    endSession('profile-load-failed');
  }
}
