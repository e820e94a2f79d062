import { type InferType, object, string } from 'yup';

/** Rules of the password form (spec section 5); the identity provider judges strength. */
export const passwordSchema = object({
  oldPassword: string().required('Old Password is required'),
  newPassword: string().required('New Password is required'),
  confirmPassword: string()
    .required('Confirm Password is required')
    .test(
      'mismatch',
      'New password and confirm password do not match',
      (text, { parent }) => text === '' || text === parent.newPassword,
    ),
});

export type PasswordValues = InferType<typeof passwordSchema>;
