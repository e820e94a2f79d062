import type { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';
import type { RemoteRelease, ShellRelease } from '@kargo/shared-types/releases/release';

export const siteIdentity: PublishedRoutes['identity'] = {
  name: 'Kargo',
  logo: '/logo.png',
  picture: { path: '/picture.png', width: 1200, height: 630, alt: 'A parcel "on its way"' },
};

/** Some parts of a release of the shell or of a remote. */
export type ReleaseParts = Partial<RemoteRelease & Omit<ShellRelease, 'app'>>;

const common = {
  version: '1.0.0',
  entry: 'entry.js',
  builtAt: '2026-01-02T03:04:05.000Z',
  calls: {},
  files: {},
};
const ofShell = { provides: {}, routes: [], publicRoutes: [] };
const ofRemote = { screens: {}, styles: {}, texts: {}, needs: {}, bundles: {}, copies: {} };

/** A release with all required fields, by default of marketing. */
export function testRelease(given: ReleaseParts & { app: 'shell' }): ShellRelease;
export function testRelease(given?: ReleaseParts): RemoteRelease;
export function testRelease({ app = 'marketing', ...given }: ReleaseParts = {}) {
  return { ...common, ...(app === 'shell' ? ofShell : ofRemote), app, ...given };
}
