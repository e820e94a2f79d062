import { nameProblem } from 'shared-types/names';
import { string } from 'yup';

/** The rules for a name, the same as the API's. What passes comes out trimmed. */
export const nameRules = (label: string, maxLength: number) =>
  string()
    .trim()
    .defined()
    .test('name', (name, { createError }) => {
      const message = nameProblem(name, label, maxLength);
      return message === null || createError({ message });
    });
