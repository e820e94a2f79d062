import { refreshProfile } from '@kargo/shared-ui/refresh-profile';
import { useEffect } from 'react';

/** Reads the profile again on return to this tab, perhaps from setup at Stripe in another. */
export function useRefreshOnReturn(): void {
  useEffect(() => {
    let isReading = false;
    async function read() {
      // Both events come at once.
      if (isReading || document.visibilityState !== 'visible') return;
      isReading = true;
      await refreshProfile();
      isReading = false;
    }
    document.addEventListener('visibilitychange', read);
    window.addEventListener('focus', read);
    return () => {
      document.removeEventListener('visibilitychange', read);
      window.removeEventListener('focus', read);
    };
  }, []);
}
