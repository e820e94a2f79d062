import { nameProblem } from 'shared-types/names';
import { ApiError } from './api-error.ts';

/** @throws {ApiError} `validation_failed` with the sentence of the rule that the name breaks. */
export function refuseBadName(name: string, label: string, maxLength: number): void {
  const problem = nameProblem(name, label, maxLength);
  if (problem) throw new ApiError('validation_failed', problem);
}
