/** Local storage key of the persisted token (spec section 9). */
export const sessionStorageKey = 'kargo_web';

/** The token in `{"token":"…"}`, in a JSON string, or the bare one; null if there is none. */
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
