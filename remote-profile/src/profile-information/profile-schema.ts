import { yupResolver } from '@hookform/resolvers/yup';
import { profileSchema } from '@kargo/shared-types/forms/profile-form';

export default yupResolver(profileSchema);
