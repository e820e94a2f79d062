import { type InferType, object, string } from 'yup';
import { emailPattern } from './limits.ts';

/** Rules of the login form (spec section 5). Trims the e-mail address, but not the password. */
export const signInSchema = object({
  email: string()
    .trim()
    .required('Email is required')
    .matches(emailPattern, { message: 'Email must be valid', excludeEmptyString: true }),
  password: string().required('Password is required'),
});

export type SignInValues = InferType<typeof signInSchema>;
