import type { Screens } from '@kargo/shared-runtime/screens';
import Profile from './screens/Profile.tsx';
import StripeError from './screens/StripeError.tsx';
import StripeSuccess from './screens/StripeSuccess.tsx';

// A screen that is missing or asks for properties does not compile.
export default { Profile, StripeError, StripeSuccess } satisfies Screens<'profile'>;
