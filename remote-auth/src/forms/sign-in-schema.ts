import { emailPattern } from 'shared-types/limits';
import { type InferType, object, string } from 'yup';

/** An e-mail address as typed (spec section 5). What passes comes out trimmed. */
const emailSchema = string()
  .trim()
  .required('Email is required')
  .matches(emailPattern, { message: 'Email must be valid', excludeEmptyString: true });

/** Rules of the login form (spec section 5). A password is whatever was typed, spaces included. */
export const signInSchema = object({
  email: emailSchema,
  password: string().required('Password is required'),
});

export type SignInValues = InferType<typeof signInSchema>;
