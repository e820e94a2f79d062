import { endSession, getSession } from '@kargo/shared-runtime/session';
import { atom, getDefaultStore } from 'jotai';

/** The token of a session that replaced another by a mailed link, until the page has said so. */
export const newTokenAtom = atom<string | null>(null);

/** Calls `loadProfile` of `session-actions`, which visitors do not download: that may fail too. */
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
