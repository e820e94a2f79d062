import { ApiError } from 'shared-runtime/api-client';

/**
 * In plain words why a call failed, if that is worth saying beside the screen's own sentence.
 *
 * @param call whether the call carried entries that a person would not want to make again
 */
export function failureSentence(error: unknown, call: 'upload' | 'request'): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === null) {
    if (!navigator.onLine) return "You're offline. Nothing was sent; your entries are still here.";
    if (call === 'request') return null;
    return "The upload didn't finish. Your details are still here; try again.";
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
