import type { Screens } from '@kargo/shared-runtime/screens';
import { questions } from './home/content.ts';

// A screen that asks for properties does not compile.
export default {
  Home: {
    title: 'Kargo – parcels, gifts and business deliveries, tracked live',
    description:
      'Send parcels, gifts and business shipments with Kargo: picked up by a screened and insured driver, and tracked live to the door.',
    questions,
    load: () => import('./screens/Home.tsx'),
  },
  About: {
    title: 'About Kargo',
    description:
      'Kargo moves parcels, gifts and business shipments: screened and insured drivers, 24-7 support, fair and transparent pricing, instant bookings.',
    load: () => import('./screens/About.tsx'),
  },
  TermsAndConditions: {
    title: 'Terms And Conditions – Kargo',
    load: () => import('./screens/TermsAndConditions.tsx'),
  },
  PrivacyPolicy: {
    title: 'Privacy Policy – Kargo',
    load: () => import('./screens/PrivacyPolicy.tsx'),
  },
  Faqs: {
    title: 'FAQs – Kargo',
    load: () => import('./screens/Faqs.tsx'),
  },
  Support: {
    title: 'Support – Kargo',
    load: () => import('./screens/Support.tsx'),
  },
  HowItWorks: {
    title: 'How It Works – Kargo',
    load: () => import('./screens/HowItWorks.tsx'),
  },
} satisfies Screens;
