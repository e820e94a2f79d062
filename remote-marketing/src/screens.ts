import type { Screens } from '@kargo/shared-runtime/screens';
import About from './screens/About.tsx';
import Faqs from './screens/Faqs.tsx';
import Home from './screens/Home.tsx';
import HowItWorks from './screens/HowItWorks.tsx';
import PrivacyPolicy from './screens/PrivacyPolicy.tsx';
import Support from './screens/Support.tsx';
import TermsAndConditions from './screens/TermsAndConditions.tsx';

// A screen that is missing or asks for properties does not compile.
export default {
  Home,
  About,
  TermsAndConditions,
  PrivacyPolicy,
  Faqs,
  Support,
  HowItWorks,
} satisfies Screens<'marketing'>;
