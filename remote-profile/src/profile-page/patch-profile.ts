import { getSession, isProfile, updateSession } from '@kargo/shared-runtime/session';
import type { Profile } from '@kargo/shared-types/api/driver';

/** Updates the page's profile after a call. Loading it again might fail, which ends the session. */
export function patchProfile(change: Partial<Profile>): void {
  const { loginUser } = getSession();
  if (isProfile(loginUser)) updateSession({ loginUser: { ...loginUser, ...change } });
}
