import { tellUnsent } from '@kargo/shared-runtime/layout';
import { endSession } from '@kargo/shared-runtime/session';
import { useState } from 'react';

/**
 * Logging out (spec section 4): tells the API, then ends the session here. When the API cannot be
 * told the session goes on, and the person decides.
 */
export function useLogOut() {
  const [error, setError] = useState<unknown>(null);

  async function start() {
    setError(null);
    try {
      const { logOut } = await import('@kargo/shared-runtime/session-actions');
      await logOut();
    } catch (failure) {
      if (!navigator.onLine) tellUnsent();
      setError(failure);
    }
  }
  const dismiss = () => setError(null);
  const endHere = () => endSession('logged-out');

  return { error, start, dismiss, endHere };
}
