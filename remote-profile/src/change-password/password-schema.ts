import { yupResolver } from '@hookform/resolvers/yup';
import { passwordSchema } from '@kargo/shared-types/forms/password-form';

export default yupResolver(passwordSchema);
