import type { Screens } from '@kargo/shared-runtime/screens';

// A screen that is missing or asks for properties does not compile.
export default {
  Login: {
    title: 'Log in – Kargo for drivers',
    description: 'Log in to your Kargo driver profile and payouts.',
    load: () => import('./screens/Login.tsx'),
  },
} satisfies Screens;
