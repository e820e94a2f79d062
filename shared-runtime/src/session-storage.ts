import { sessionStorageKey, tokenIn } from '@kargo/shared-types/page/stored-token';

/**
 * The stored token, or null. Reads `{"token":"…"}`, a JSON string and the bare token; anything else
 * means signed out, and is removed. A browser that keeps nothing for this site means signed out too.
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

/** Stored just before the token of an expired session is removed, so that other tabs hear why. */
export const expiredEntry = JSON.stringify({ token: null });

/** Stored just before the token that replaces this one in the same session, so that other tabs go on with it. */
export const renewalOf = (token: string | null) => JSON.stringify({ token, isRenewed: true });

/** Stores the token; null removes the entry. Where nothing can be stored it lasts as long as the page. */
export function storeToken(token: string | null, hasExpired = false, renewed?: string | null) {
  try {
    if (renewed) localStorage.setItem(sessionStorageKey, renewalOf(renewed));
    if (hasExpired) localStorage.setItem(sessionStorageKey, expiredEntry);
    if (token === null) localStorage.removeItem(sessionStorageKey);
    else localStorage.setItem(sessionStorageKey, JSON.stringify({ token }));
  } catch (error) {
    console.warn('The session will end with this page:', error);
  }
}
