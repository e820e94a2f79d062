import { sessionStorageKey } from '@kargo/shared-types/page/inline-script';

/**
 * The stored token, or null. Reads `{"token":"…"}`, a JSON string and the bare token; anything else
 * means signed out, and is removed. A browser that keeps nothing for this site means signed out too.
 */
export function readStoredToken(): string | null {
  try {
    const stored = localStorage.getItem(sessionStorageKey);
    if (stored === null) return null;
    const token = tokenIn(stored);
    if (token === null) localStorage.removeItem(sessionStorageKey);
    return token;
  } catch (error) {
    console.warn('The session cannot be restored:', error);
    return null;
  }
}

/** Stores the token; null removes the entry. Where nothing can be stored it lasts as long as the page. */
export function storeToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(sessionStorageKey);
    else localStorage.setItem(sessionStorageKey, JSON.stringify({ token }));
  } catch (error) {
    console.warn('The session will end with this page:', error);
  }
}

function tokenIn(stored: string): string | null {
  const value = parse(stored);
  const token =
    typeof value === 'object' && value !== null && 'token' in value ? value.token : value;
  return typeof token === 'string' && token.trim() !== '' ? token : null;
}

function parse(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    // Not JSON: a bare token, unless it looks like an object that was cut off.
    return /^[\w.~+/=-]+$/.test(stored) ? stored : null;
  }
}
