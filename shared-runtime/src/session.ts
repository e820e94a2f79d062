import type { Profile } from '@kargo/shared-types/api/driver';
import { sessionStorageKey } from '@kargo/shared-types/page/stored-token';
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { retryWhenOnline } from './connection.ts';
import { isKeptAtProvider, signOutOfProvider } from './provider-session.ts';
import { expiredEntry, readStoredToken, renewalOf, storeToken } from './session-storage.ts';
import { signInSettled, whileNobodySignsIn } from './sign-in-lock.ts';

/** A login returns only the name; the profile load brings the rest. */
export type LoginUser = Profile | Pick<Profile, 'name'>;

/** Session state (spec section 3). Only the token outlives the page. */
export interface Session {
  /** True during the profile load. */
  isLoading: boolean;
  loginUser: LoginUser | null;
  token: string | null;
}

export type SessionEnd = 'logged-out' | 'expired' | 'profile-load-failed' | 'ended-in-other-tab';

const signedOut: Session = { isLoading: false, loginUser: null, token: null };

// The default store is shared by all remotes and by the API client, which is not part of React.
const store = getDefaultStore();
const sessionAtom = atom<Session>(signedOut);
const sessionNoticeAtom = atom<SessionEnd | null>(null);
const endListeners = new Set<(reason: SessionEnd, isSilent: boolean) => void>();
let lifetime = new AbortController();

export function useSession(): Session {
  return useAtomValue(sessionAtom);
}

/** Why the last session ended, until somebody signs in again; null if none has ended. */
export function useSessionNotice(): SessionEnd | null {
  return useAtomValue(sessionNoticeAtom);
}

/** The session right now, for code outside of React. */
export function getSession(): Session {
  return store.get(sessionAtom);
}

/** Aborted when the current session ends. Responses that arrive later are ignored. */
export function sessionSignal(): AbortSignal {
  return lifetime.signal;
}

/** Whether the whole profile has been loaded, and not the name alone. */
export function isProfile(user: LoginUser | null): user is Profile {
  return user !== null && 'form_completed' in user;
}

/**
 * Restores the session from local storage, and follows other tabs that remove or replace its token.
 * Without one it ends the provider's session, which a page that closed too early may have left.
 * Call this once, when the page starts.
 */
export function restoreSession(): void {
  const token = readStoredToken();
  store.set(sessionAtom, { ...signedOut, token });
  if (token === null) void endLeftProviderSession();
  window.addEventListener('storage', ({ key, newValue }) => {
    const why = newValue === expiredEntry ? 'expired' : 'ended-in-other-tab';
    const token = readStoredToken();
    // Without loading the profile again, which could return yet another token.
    if (token && newValue === renewalOf(getSession().token, token))
      store.set(sessionAtom, (session) => ({ ...session, token }));
    else if (key === sessionStorageKey || key === null) followStoredToken(why);
  });
  // A page in the browser's back/forward cache receives no storage events.
  let beforeSleep: string | null = null;
  window.addEventListener('pagehide', () => {
    beforeSleep = readStoredToken();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && readStoredToken() !== beforeSleep) followStoredToken();
  });
}

/** For rendering pages in Node: for a visitor, or for a driver with or without the profile. */
export function assumeSession(isSignedIn: boolean, loginUser: Profile | null = null): void {
  store.set(sessionAtom, { ...signedOut, loginUser, token: isSignedIn ? 'assumed' : null });
}

function followStoredToken(why: SessionEnd = 'ended-in-other-tab'): void {
  const token = readStoredToken();
  if (token === getSession().token) return;
  if (token === null) end(why, true, true);
  else beginSession({ isLoading: false, loginUser: null, token });
}

/** Stores the token. Replaces the previous session, whose late responses change nothing. */
export function startSession({ token, loginUser }: Pick<Session, 'loginUser'> & { token: string }) {
  storeToken(token);
  beginSession({ isLoading: false, loginUser, token });
  signInSettled();
}

function beginSession(session: Session): void {
  const isReplaced = getSession().token !== null;
  store.set(sessionNoticeAtom, null);
  store.set(sessionAtom, session);
  if (isReplaced) endLifetime();
}

/** Changes parts of the current session. */
export function updateSession(change: Partial<Session>): void {
  const { token } = getSession();
  if (change.token) storeToken(change.token, false, change.token === token ? null : token);
  store.set(sessionAtom, (session) => ({ ...session, ...change }));
}

/**
 * Ends the session: clears user and token, aborts its calls, ends the provider's session and calls
 * the listeners. Does nothing without a session, except for a visitor whose call needed one.
 *
 * @param isSilent whether public pages stay, because no person caused it
 */
export function endSession(reason: SessionEnd, isSilent = false): void {
  end(reason, false, isSilent);
}

function end(reason: SessionEnd, isInOtherTab: boolean, isSilent: boolean): void {
  const { token } = getSession();
  if (token === null && reason !== 'expired') return;
  // All tabs share the storage. The tab that ended our session has cleared it too, and another
  // driver may have signed in there since, which this page does not know yet.
  const isOthers = isInOtherTab || token === null || ![token, null].includes(readStoredToken());
  if (!isOthers) storeToken(null, reason !== 'logged-out');
  store.set(sessionAtom, signedOut);
  store.set(sessionNoticeAtom, reason);
  endLifetime();
  void endLeftProviderSession(isOthers ? isKeptAtProvider : async () => true);
  for (const listener of endListeners) listener(reason, isSilent);
}

/** Aborts the calls of the current session; later calls belong to the next one. */
function endLifetime(): void {
  const ended = lifetime;
  lifetime = new AbortController();
  ended.abort();
}

/** `isSilent` is true if public pages stay. Ends when the returned function is called. */
export function onSessionEnd(
  listener: (reason: SessionEnd, isSilent: boolean) => void,
): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Ends the provider's session, whoever is signed in, to roll a sign-in back. Never rejects. */
export async function endProviderSession(): Promise<void> {
  try {
    await signOutOfProvider();
  } catch (error) {
    console.error(failedToEnd, error);
  } finally {
    signInSettled();
  }
}

/**
 * Ends a provider's session that belongs to none of ours as soon as there is a connection. If that
 * fails, the next page that starts tries again. Never rejects.
 *
 * @param isLeft checks whether there is one
 */
async function endLeftProviderSession(isLeft = isKeptAtProvider): Promise<void> {
  const isOver = () => getSession().token === null && readStoredToken() === null;
  const endLeft = async () => {
    if ((await isLeft()) && isOver()) await signOutOfProvider();
  };
  try {
    await retryWhenOnline(() => whileNobodySignsIn(endLeft));
  } catch (error) {
    console.error(failedToEnd, error);
  }
}

const failedToEnd = 'Failed to end the identity provider session:';
