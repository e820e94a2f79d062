import type { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';
import type { StoredRelease } from '@kargo/shared-types/releases/release';

export const siteIdentity: PublishedRoutes['identity'] = {
  name: 'Kargo',
  logo: '/logo.png',
  picture: { path: '/picture.png', width: 1200, height: 630, alt: 'A parcel "on its way"' },
};

/** A release with all required fields. */
export const testRelease = (given: Partial<StoredRelease> = {}): StoredRelease => ({
  app: 'marketing',
  version: '1.0.0',
  entry: 'entry.js',
  screens: {},
  builtAt: '2026-01-02T03:04:05.000Z',
  calls: {},
  files: {},
  ...given,
});
