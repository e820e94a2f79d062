import { yupResolver } from '@hookform/resolvers/yup';
import { profileProblems } from '@kargo/shared-types/forms/profile-form';
import { checkForm } from '@kargo/shared-ui/forms/check-form';
import { type InferType, object, string } from 'yup';

/** Rules of the profile's text (spec section 5). What passes comes out trimmed. */
export const profileSchema = object({
  name: string().trim().defined(),
  phone: string().trim().defined(),
}).test(
  checkForm(profileProblems, {
    name: {
      required: 'Name is required',
      too_long: 'Name must not exceed 255 characters',
      control_characters: 'Name must not contain control characters',
    },
    phone: {
      required: 'Phone number is required',
      invalid: 'Enter a valid phone number',
      too_long: 'Phone number must not exceed 20 characters',
    },
  }),
);

export type ProfileValues = InferType<typeof profileSchema>;

export const profileResolver = yupResolver(profileSchema);
