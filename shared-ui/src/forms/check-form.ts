import { type Problems, type Sentences, sentencesFor } from '@kargo/shared-types/forms/sentences';
import { type TestConfig, ValidationError } from 'yup';

/**
 * A test of a yup object by one of the functions in `@kargo/shared-types/forms`, which the API calls too.
 *
 * @param sentences what the form says, by field and code
 */
export function checkForm<Values, Found extends Problems>(
  problemsOf: (values: Values) => Found,
  sentences: Sentences<Found>,
): TestConfig<Values> {
  return {
    name: 'form',
    test(values, { createError }) {
      const errors = sentencesFor(problemsOf(values), sentences).map(({ field, code, sentence }) =>
        createError({ path: field, type: code, message: sentence }),
      );
      return errors.length === 0 || new ValidationError(errors);
    },
  };
}
