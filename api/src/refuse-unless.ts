import { ApiError } from './api-error.ts';

/** @throws {ApiError} `validation_failed` with the sentence, unless the rule is kept. */
export function refuseUnless(isKept: boolean, sentence: string): void {
  if (!isKept) throw new ApiError('validation_failed', sentence);
}
