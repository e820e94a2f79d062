import { ApiError } from '@kargo/shared-runtime/api-client';

/** The sentence for the code that the API refused a call with; null when there is none for it. */
export function codeSentence(error: unknown, sentences: Record<string, string>): string | null {
  return error instanceof ApiError && error.code ? (sentences[error.code] ?? null) : null;
}
