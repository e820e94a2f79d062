import { siteIdentity } from '@kargo/release-log/testing/test-release';
import type { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';

export const fixtureRoutes: PublishedRoutes = {
  routes: [
    { path: '/', name: 'Home', screen: 'marketing/Home', isPublic: true },
    { path: '/FAQs', name: 'FAQs', screen: 'faqs/Faqs', isPublic: true, robots: 'noindex' },
    {
      path: '/stripe-error',
      name: 'LinkExpired',
      screen: 'profile/LinkExpired',
      isPublic: true,
      robots: 'noindex',
      referrer: 'no-referrer',
    },
    {
      path: '/profile',
      name: 'Profile',
      screen: 'profile/Profile',
      isPublic: false,
      robots: 'noindex',
    },
  ],
  notFoundTitle: 'Page not found – Kargo',
  identity: siteIdentity,
};

export const fixtureTexts = {
  title: 'Kargo – parcels & gifts',
  description: 'Parcels & gifts, tracked live.',
};
