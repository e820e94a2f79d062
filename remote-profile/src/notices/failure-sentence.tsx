import { ApiError } from '@kargo/shared-runtime/api-client';
import { NotSent } from '@kargo/shared-ui/NotSent';
import { NothingSentError } from '@kargo/shared-ui/send-now';
import { serverFailedSentence, tooManyAttempts } from '@kargo/shared-ui/sentences';
import type { ReactNode } from 'react';

/**
 * In plain words why a call failed, if that is worth saying beside the screen's own sentence.
 *
 * @param call whether the call carried entries that a person would not want to enter again
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

/** The sentence for the code that the API refused a call with; null when there is none for it. */
export function codeSentence(error: unknown, sentences: Record<string, string>): string | null {
  return error instanceof ApiError && error.code ? (sentences[error.code] ?? null) : null;
}
