import { tellUnsent } from '@kargo/shared-runtime/layout';
import { endSession } from '@kargo/shared-runtime/session';
import { useState } from 'react';

/**
 * Logging out (spec section 4): tells the API, then ends the session here. When the API cannot be
 * told the session goes on, and the person decides.
 */
export function useLogOut() {
  const [hasFailed, setFailed] = useState(false);

  async function start() {
    setFailed(false);
    try {
      const { logOut } = await import('@kargo/shared-runtime/session-actions');
      await logOut();
    } catch {
      if (!navigator.onLine) tellUnsent();
      setFailed(true);
    }
  }
  const dismiss = () => setFailed(false);
  const endHere = () => endSession('logged-out');

  return { hasFailed, start, dismiss, endHere };
}
