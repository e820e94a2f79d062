import { type AnySchema, ValidationError } from 'yup';

/** Returns what a form says about a value, if it breaks rules. */
export function problemsOf(schema: AnySchema, value: unknown): string[] {
  try {
    schema.validateSync(value, { abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.errors;
  }
}
