import { yupResolver } from '@hookform/resolvers/yup';
import { passwordSchema } from '@kargo/shared-types/forms/password-form';

export const passwordResolver = yupResolver(passwordSchema);
