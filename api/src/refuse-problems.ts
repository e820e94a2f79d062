import { type Problems, type Sentences, sentencesFor } from '@kargo/shared-types/forms/sentences';
import { ApiError } from './api-error.ts';

/** @throws {ApiError} `validation_failed` with the sentence of the first broken rule. */
export function refuseProblems<Found extends Problems>(
  problems: Found,
  sentences: Sentences<Found>,
): void {
  const [first] = sentencesFor(problems, sentences);
  if (first) throw new ApiError('validation_failed', first.sentence);
}
