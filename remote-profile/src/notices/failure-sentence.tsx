import { ApiError } from '@kargo/shared-runtime/api-client';
import { NotSent } from '@kargo/shared-ui/NotSent';
import { NothingSentError } from '@kargo/shared-ui/send-now';
import { serverFailedSentence, tooManyAttempts } from '@kargo/shared-ui/sentences';
import type { ReactNode } from 'react';

/**
 * Says in plain words why a call failed, if that adds to the screen's own sentence.
 *
 * @param call `upload` if it carried entries that nobody wants to enter again
 */
export function failureSentence(error: unknown, call: 'upload' | 'request'): ReactNode {
  if (error instanceof NothingSentError) return <NotSent hasEntries={call === 'upload'} />;
  if (!(error instanceof ApiError)) return null;
  if (error.status === null) {
    if (call === 'request') return null;
    return "The upload didn't finish. Your details are still here; try again.";
  }
  if (error.status === 429) return tooManyAttempts(error.retryAfterS);
  return error.status >= 500 ? serverFailedSentence : null;
}

/** Returns the sentence for the code with which the API refused a call, or null. */
export function codeSentence(error: unknown, sentences: Record<string, string>): string | null {
  return error instanceof ApiError && error.code ? (sentences[error.code] ?? null) : null;
}
