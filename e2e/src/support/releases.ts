import { type APIRequestContext, expect } from '@playwright/test';
import type { PublishedRoutes, ReleaseMap } from 'shared-types/release';
import { releaseMapKey, releasePath } from 'shared-types/release-addresses';

/** The version of an app that is current, such as `0.1.0-3fa9c1d20b`. */
export async function currentVersion(request: APIRequestContext, app: string): Promise<string> {
  const answer = await request.get('/releases/release-map.json');
  const { microFrontends }: ReleaseMap = await answer.json();
  const version = microFrontends[releaseMapKey(app)]?.[0]?.metadata.version;
  expect(version, `a current release of ${app}`).toBeDefined();
  return version ?? '';
}

/** The routes of the shell's current release. */
export async function publishedRoutes(request: APIRequestContext): Promise<PublishedRoutes> {
  const version = await currentVersion(request, 'shell');
  return (await request.get(`${releasePath('shell', version)}routes.json`)).json();
}
