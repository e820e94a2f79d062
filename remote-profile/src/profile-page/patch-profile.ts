import { getSession, isProfile, updateSession } from '@kargo/shared-runtime/session';
import type { Profile } from '@kargo/shared-types/api/driver';

/**
 * Changes what the page knows of the driver after a call that changed it. Not by loading the
 * profile again: a load that fails ends the session.
 */
export function patchProfile(change: Partial<Profile>): void {
  const { loginUser } = getSession();
  if (isProfile(loginUser)) updateSession({ loginUser: { ...loginUser, ...change } });
}
