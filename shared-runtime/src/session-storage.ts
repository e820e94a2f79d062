/** Local storage key of the persisted token (spec section 9). */
export const sessionStorageKey = 'kargo_web';

/**
 * The stored token, or null. Reads `{"token":"…"}`, a JSON string and the bare token; anything else
 * means signed out, and is removed.
 */
export function readStoredToken(): string | null {
  const stored = localStorage.getItem(sessionStorageKey);
  if (stored === null) return null;
  const token = tokenIn(stored);
  if (token === null) localStorage.removeItem(sessionStorageKey);
  return token;
}

/** Stores the token; null removes the entry. */
export function storeToken(token: string | null): void {
  if (token === null) localStorage.removeItem(sessionStorageKey);
  else localStorage.setItem(sessionStorageKey, JSON.stringify({ token }));
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
    // Not JSON: a bare token, unless it looks like the torn rest of an object.
    return /^[\w.~+/=-]+$/.test(stored) ? stored : null;
  }
}
