import { ApiError } from 'shared-runtime/api-client';

/** In plain words why a call failed, if that is worth saying beside the screen's own sentence. */
export function failureSentence(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === null) {
    return navigator.onLine
      ? "The upload didn't finish. Your details are still here; try again."
      : "You're offline. Nothing was sent; your entries are still here.";
  }
  if (error.status === 429) {
    return error.retryAfter === null
      ? 'Too many attempts. Wait a few minutes, then try again.'
      : `Too many attempts. Try again in ${error.retryAfter} seconds.`;
  }
  if (error.status >= 500) {
    return 'Something went wrong on our side. Please try again in a moment.';
  }
  return null;
}
