import { type AnyObject, type InferType, type ObjectSchema, ValidationError } from 'yup';
import { ApiError } from '../api-error.ts';

/**
 * Checks texts by the rules of the browser's form (spec section 5).
 *
 * @returns the texts as the schema transforms them, for example trimmed.
 * @throws {ApiError} `validation_failed` with the sentence of the first broken rule.
 */
export function checkForm<Schema extends ObjectSchema<AnyObject>>(
  schema: Schema,
  texts: Record<string, string | undefined>,
): InferType<Schema> {
  try {
    // All errors, in the order of the fields.
    return schema.validateSync(texts, { abortEarly: false });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ApiError('validation_failed', error.errors[0] ?? error.message);
  }
}
