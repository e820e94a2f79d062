import type { Screens } from '@kargo/shared-runtime/screens';
import Login from './screens/Login.tsx';

// A screen that is missing or asks for properties does not compile.
export default { Login } satisfies Screens<'auth'>;
