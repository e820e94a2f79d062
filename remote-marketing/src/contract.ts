import type { Screens } from 'shared-runtime/screens';
import About from './screens/About.tsx';
import Home from './screens/Home.tsx';

// A screen that is missing or asks for properties does not compile.
export default { Home, About } satisfies Screens<'marketing'>;
