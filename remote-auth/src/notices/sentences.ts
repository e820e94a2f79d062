/** Said instead of sending anything while the browser is offline. */
export const offlineSentence = "You're offline. Nothing was sent; your entries are still here.";

/** @param retryAfter seconds to wait, if the server said so */
export function tooManyAttempts(retryAfter: number | null): string {
  return retryAfter === null
    ? 'Too many attempts. Wait a few minutes, then try again.'
    : `Too many attempts. Try again in ${retryAfter} seconds.`;
}
