/** Local storage key of the persisted token (spec section 9). */
export const sessionStorageKey = 'kargo_web';

/** The token in a stored text: `{"token":"…"}`, a JSON string or the bare token; null if it is none of these. */
export function tokenIn(stored: string): string | null {
  let token: unknown;
  try {
    const value: { token?: unknown } | null = JSON.parse(stored);
    token = value?.token ?? value;
  } catch {
    // Not JSON: a bare token, unless it looks like an object that was cut off.
    token = /^[\w.~+/=-]+$/.test(stored) && stored;
  }
  return typeof token === 'string' && token.trim() ? token : null;
}
