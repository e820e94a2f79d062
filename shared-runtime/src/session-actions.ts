import { apiPaths } from '@kargo/shared-types/api/api-paths';
import type { ProfileResponse } from '@kargo/shared-types/api/driver';
import { paths } from '@kargo/shared-types/page/paths';
import { ApiError, apiClient, getDeviceId } from './api-client.ts';
import { retryWhenOnline } from './connection.ts';
import { type Draft, forgetDraftsOfOthers, holdDraft, keepDraft, readDraft } from './drafts.ts';
import { emailAtProvider, isKeptAtProvider, signOutOfProvider } from './provider-session.ts';
import { readProfile } from './read-profile.ts';
import { endSession, getSession, sessionSignal, startSession, updateSession } from './session.ts';

// Exported here for the profile, because more shared modules would be more requests.
export { type Draft, emailAtProvider, holdDraft, keepDraft, readDraft };

/** The current load of a session, and loads by magic token, which works only a few times. */
const loads = new Map<AbortSignal | string, Promise<void>>();

/** By then a page that is being left is gone, and browsers have fired the `offline` event. */
const pauseMs = 1000;

/**
 * Loads the driver's profile. With a magic token it signs in that token's driver first, replacing
 * the session. Any failure ends the session (spec section 4); late responses change nothing. With
 * no response it tries again while the browser is offline and once it is back. Never rejects.
 */
export function loadProfile(magicToken?: string): Promise<void> {
  const session = sessionSignal();
  const known = loads.get(magicToken || session);
  if (known) return known;
  const load = loadProfileOf(session, magicToken).finally(() => loads.delete(session));
  loads.set(session, load);
  if (magicToken) loads.set(magicToken, load);
  return load;
}

/**
 * Reads the profile again without the loading flag. A failure changes nothing, except that a 401
 * ends the session silently. Never rejects.
 */
export async function refreshProfile(): Promise<void> {
  const session = sessionSignal();
  const load = loads.get(session);
  if (load) return load;
  const known = getSession().loginUser;
  try {
    const { access_token, ...loginUser } = readProfile(await apiClient.verifyQuietly());
    // A response from before a form was sent would undo what that changed.
    if (session.aborted || getSession().loginUser !== known) return;
    updateSession(access_token ? { loginUser, token: access_token } : { loginUser });
    forgetDraftsOfOthers();
  } catch (error) {
    if (session.aborted) return;
    if (!isUnauthorized(error)) return console.warn('Failed to refresh the profile:', error);
    // The guard leads from there to the login, as after a failed load.
    if (location.pathname === paths.profile()) console.error('Failed to load profile:', error);
    endSession('profile-load-failed', true);
  }
}

async function loadProfileOf(session: AbortSignal, magicToken?: string): Promise<void> {
  updateSession({ isLoading: true });
  try {
    const response = await retryWhenOnline(
      () => requestProfile(session, magicToken),
      hasResponse,
      session,
    );
    if (session.aborted) return;
    const { access_token, ...loginUser } = readProfile(response);
    if (magicToken && access_token && getSession().token !== null) await leaveSession();
    if (session.aborted) return;
    const token = access_token ?? getSession().token;
    if (token === null) throw new Error('The response brought no access token');
    if (magicToken) startSession({ token, loginUser });
    else updateSession({ isLoading: false, loginUser, token });
    forgetDraftsOfOthers();
  } catch (error) {
    if (session.aborted && !isUnauthorized(error)) return;
    console.error('Failed to load profile:', error);
    updateSession({ isLoading: false });
    endSession('profile-load-failed');
  }
}

/**
 * Asks once more after a pause if there is no response: Firefox and Safari abort the requests of a
 * page that is being left, which must not end the session.
 */
async function requestProfile(session: AbortSignal, magicToken?: string): Promise<ProfileResponse> {
  try {
    return await (magicToken ? redeem(magicToken) : apiClient.verify());
  } catch (error) {
    if (hasResponse(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (magicToken || session.aborted || !navigator.onLine) throw error;
    return apiClient.verify();
  }
}

/** Ends the provider's session first: it may be another driver's. A failure keeps the link. */
async function redeem(token: string): Promise<ProfileResponse> {
  const device_id = await getDeviceId();
  if (await isKeptAtProvider()) await signOutOfProvider();
  return apiClient.verifyMagicToken({ token, device_id });
}

/** Ends the current session at the API, before another one replaces it here. Never rejects. */
async function leaveSession(): Promise<void> {
  const { http } = await import('./http.ts');
  const inTime = { signal: AbortSignal.timeout(5000) };
  await http
    .post(apiPaths.logout(), undefined, inTime)
    .catch((error) => console.warn('The session before goes on at the API:', error));
}

/**
 * Logs out at the API, then here.
 *
 * @throws ApiError when the call fails; the session then continues
 */
export async function logOut(): Promise<void> {
  const session = sessionSignal();
  try {
    await apiClient.logout();
  } catch (error) {
    // An invalid token needs no revoking.
    if (!isUnauthorized(error) && !session.aborted) throw error;
  }
  // If it ended in the meantime, perhaps in another tab, the current session is a new one.
  if (!session.aborted) endSession('logged-out');
}

function hasResponse(error: unknown): boolean {
  return error instanceof ApiError && error.status !== null;
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
