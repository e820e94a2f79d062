import { sessionStorageKey, tokenIn } from '@kargo/shared-types/page/stored-token';

/**
 * Returns the stored token, or null. Reads `{"token":"…"}`, a JSON string and the bare token, and
 * removes anything else. A browser that blocks storage means signed out.
 */
export function readStoredToken(): string | null {
  try {
    const token = tokenIn(localStorage.getItem(sessionStorageKey) ?? '');
    if (token === null) localStorage.removeItem(sessionStorageKey);
    return token;
  } catch {
    return null;
  }
}

/** Stored just before the token of an expired session is removed, so that other tabs learn why. */
export const expiredEntry = JSON.stringify({ token: null });

/** Stored just before a new token of the same session, so that other tabs continue with it. */
export const renewalOf = (renewed: string | null, token: string | null) =>
  JSON.stringify({ token, renewed });

/** Stores the token; null removes it. If nothing can be stored, it lasts as long as the page. */
export function storeToken(token: string | null, hasExpired = false, renewed?: string | null) {
  try {
    if (renewed) localStorage.setItem(sessionStorageKey, renewalOf(renewed, token));
    if (hasExpired) localStorage.setItem(sessionStorageKey, expiredEntry);
    if (token === null) localStorage.removeItem(sessionStorageKey);
    else localStorage.setItem(sessionStorageKey, JSON.stringify({ token }));
  } catch (error) {
    console.warn('The session will end with this page:', error);
  }
}
