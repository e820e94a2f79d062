import { isProfile, useSession } from '@kargo/shared-runtime/session';
import { useEffect } from 'react';
import { loadProfile } from './load-profile.ts';

/** Loads the profile of the driver who is signed in, when it is needed and not there yet. */
export function useProfileLoad(isWanted: boolean): void {
  const { token, loginUser, isLoading } = useSession();
  const isMissing = isWanted && token !== null && !isProfile(loginUser) && !isLoading;
  useEffect(() => {
    if (isMissing) void loadProfile();
  }, [isMissing]);
}
