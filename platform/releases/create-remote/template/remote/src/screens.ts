import type { Screens } from '@kargo/shared-runtime/screens';

// A screen that is missing or requires properties does not compile.
export default {
  __Screen__: {
    title: '__Screen__ – Kargo',
    load: () => import('./screens/__Screen__.tsx'),
  },
} satisfies Screens;
