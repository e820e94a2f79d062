import { ApiError, apiClient } from './api-client.ts';
import { endSession, sessionSignal, updateSession } from './session.ts';

/** The load that is under way, by the session it belongs to. */
const loads = new WeakMap<AbortSignal, Promise<void>>();

/**
 * Loads the profile of the driver who is signed in. Whatever goes wrong ends the session (spec
 * section 4); an answer that arrives after the session has ended changes nothing. While the browser
 * is offline the load is not attempted: it waits, and goes on when the browser is back.
 */
export function loadProfile(): Promise<void> {
  const signal = sessionSignal();
  const underWay = loads.get(signal);
  if (underWay) return underWay;
  const load = loadProfileOf(signal).finally(() => loads.delete(signal));
  loads.set(signal, load);
  return load;
}

async function loadProfileOf(session: AbortSignal): Promise<void> {
  await untilOnline(session);
  if (session.aborted) return;
  updateSession({ isLoading: true });
  try {
    const { access_token, ...loginUser } = await apiClient.verify();
    if (session.aborted) return;
    updateSession({
      isLoading: false,
      loginUser,
      ...(access_token ? { token: access_token } : {}),
    });
  } catch (error) {
    if (session.aborted && !isUnauthorized(error)) return;
    console.error('Failed to load profile:', error);
    endSession('profile-load-failed');
  }
}

/** Settles when the browser is online, or the session has ended. */
async function untilOnline(session: AbortSignal): Promise<void> {
  if (navigator.onLine) return;
  await new Promise((resolve) => {
    window.addEventListener('online', resolve, { once: true });
    session.addEventListener('abort', resolve, { once: true });
  });
}

/**
 * Logs out at the API, then here.
 *
 * @throws ApiError when the API could not be told; the session then goes on
 */
export async function logOut(): Promise<void> {
  const session = sessionSignal();
  try {
    await apiClient.logout();
  } catch (error) {
    // A token that is no longer good needs no revoking.
    if (!isUnauthorized(error) && !session.aborted) throw error;
  }
  // Ended meanwhile, in another tab perhaps: what is there now is somebody's new session.
  if (!session.aborted) endSession('logged-out');
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
