/** Shown for responses with status 500 or above. */
export const serverFailedSentence =
  'Something went wrong on our side. Please try again in a moment.';

/** @param retryAfterS seconds to wait, if the server said so */
export function tooManyAttempts(retryAfterS: number | null): string {
  return retryAfterS === null
    ? 'Too many attempts. Wait a few minutes, then try again.'
    : `Too many attempts. Try again in ${retryAfterS} seconds.`;
}
