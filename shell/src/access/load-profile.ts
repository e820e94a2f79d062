import { endSession } from '@kargo/shared-runtime/session';

/**
 * `loadProfile` of `session-actions`, which visitors do not download. When it cannot be downloaded
 * either, the load has failed like any other (spec section 4).
 */
export async function loadProfile(magicToken?: string): Promise<void> {
  try {
    const actions = await import('@kargo/shared-runtime/session-actions');
    await actions.loadProfile(magicToken);
  } catch (error) {
    console.error('Failed to load profile:', error);
    endSession('profile-load-failed');
  }
}
