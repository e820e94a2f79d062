import { sessionStorageKey, tokenIn } from '@kargo/shared-types/page/stored-token';

/** The stored token, as the session will read it; null if there is none. What is no token is removed. */
export let storedToken: string | null = null;

try {
  storedToken = tokenIn(localStorage.getItem(sessionStorageKey) ?? '');
  if (!storedToken) localStorage.removeItem(sessionStorageKey);
} catch {
  // The browser keeps nothing for this site.
}
