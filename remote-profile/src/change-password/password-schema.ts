import { yupResolver } from '@hookform/resolvers/yup';
import { passwordProblems } from '@kargo/shared-types/forms/password-form';
import { checkForm } from '@kargo/shared-ui/forms/check-form';
import { type InferType, object, string } from 'yup';

/** Rules of the password form (spec section 5). How strong a password is, the provider judges. */
export const passwordSchema = object({
  oldPassword: string().defined(),
  newPassword: string().defined(),
  confirmPassword: string().defined(),
}).test(
  checkForm(passwordProblems, {
    oldPassword: { required: 'Old Password is required' },
    newPassword: { required: 'New Password is required' },
    confirmPassword: {
      required: 'Confirm Password is required',
      mismatch: 'New password and confirm password do not match',
    },
  }),
);

export type PasswordValues = InferType<typeof passwordSchema>;

export const passwordResolver = yupResolver(passwordSchema);
