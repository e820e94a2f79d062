import type { Screens } from '@kargo/shared-runtime/screens';

// A screen that is missing or asks for properties does not compile.
export default {
  Profile: {
    title: 'My profile – Kargo',
    load: () => import('./screens/Profile.tsx'),
  },
  StripeSuccess: {
    title: 'Setup complete – Kargo',
    load: () => import('./screens/StripeSuccess.tsx'),
  },
  StripeError: {
    title: 'Link expired – Kargo',
    load: () => import('./screens/StripeError.tsx'),
  },
} satisfies Screens;
