import { yupResolver } from '@hookform/resolvers/yup';
import { signInSchema } from '@kargo/shared-types/forms/sign-in-form';

export default yupResolver(signInSchema);
