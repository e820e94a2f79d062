import { yupResolver } from '@hookform/resolvers/yup';
import { signInProblems } from '@kargo/shared-types/forms/sign-in-form';
import { checkForm } from '@kargo/shared-ui/forms/check-form';
import { type InferType, object, string } from 'yup';

/** Rules of the login form (spec section 5). An e-mail address comes out trimmed, a password as typed. */
export const signInSchema = object({
  email: string().trim().defined(),
  password: string().defined(),
}).test(
  checkForm(signInProblems, {
    email: { required: 'Email is required', invalid: 'Email must be valid' },
    password: { required: 'Password is required' },
  }),
);

export type SignInValues = InferType<typeof signInSchema>;

export const signInResolver = yupResolver(signInSchema);
