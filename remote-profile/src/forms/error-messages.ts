import type { FieldError } from 'react-hook-form';

/** All sentences a field is told off with; a form has to collect them with `criteriaMode: 'all'`. */
export function errorMessages(error: FieldError | undefined): string[] {
  if (!error) return [];
  const messages = Object.values(error.types ?? {}).flat();
  const sentences = messages.filter((message) => typeof message === 'string');
  return sentences.length > 0 ? sentences : [error.message ?? ''];
}
