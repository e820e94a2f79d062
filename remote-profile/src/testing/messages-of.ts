import { type AnySchema, ValidationError } from 'yup';

/** Returns a form's messages about one of its fields, in their order on the screen. */
export async function messagesOf(
  schema: AnySchema,
  values: object,
  field: string,
): Promise<string[]> {
  try {
    await schema.validate(values, { abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.inner.filter(({ path }) => path === field).flatMap(({ errors }) => errors);
  }
}
