import { ApiError, apiClient } from './api-client.ts';
import { endSession, sessionSignal, updateSession } from './session.ts';

/**
 * Loads the profile of the driver who is signed in. Whatever goes wrong ends the session (spec
 * section 4); an answer that arrives after the session has ended changes nothing.
 */
export async function loadProfile(): Promise<void> {
  const signal = sessionSignal();
  updateSession({ isLoading: true });
  try {
    const { access_token, ...loginUser } = await apiClient.verify();
    if (signal.aborted) return;
    updateSession({
      isLoading: false,
      loginUser,
      ...(access_token ? { token: access_token } : {}),
    });
  } catch (error) {
    if (signal.aborted && !isUnauthorized(error)) return;
    console.error('Failed to load profile:', error);
    endSession('profile-load-failed');
  }
}

/**
 * Logs out at the API, then here.
 *
 * @throws ApiError when the API could not be told; the session then goes on
 */
export async function logOut(): Promise<void> {
  try {
    await apiClient.logout();
  } catch (error) {
    // A token that is no longer good needs no revoking.
    if (!isUnauthorized(error)) throw error;
  }
  endSession('logged-out');
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
