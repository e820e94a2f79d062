import type { Screens } from 'shared-runtime/screens';
import Profile from './screens/Profile.tsx';

// A screen that is missing or asks for properties does not compile.
export default { Profile } satisfies Screens<'profile'>;
