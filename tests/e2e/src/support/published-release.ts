import type { PublishedRoutes, ReleaseCandidates } from '@kargo/shared-types/releases/release';
import { releaseMapPath, releasePath } from '@kargo/shared-types/releases/release-addresses';
import { type APIRequestContext, expect } from '@playwright/test';

/** The current version of an app, such as `0.1.0-3fa9c1d20b`. */
export async function currentVersion(request: APIRequestContext, app: string): Promise<string> {
  const answer = await request.get(releaseMapPath);
  const candidates: ReleaseCandidates = await answer.json();
  const version = candidates[app]?.[0]?.version;
  expect(version, `a current release of ${app}`).toBeDefined();
  return version ?? '';
}

/** The routes of the shell's current release. */
export async function publishedRoutes(request: APIRequestContext): Promise<PublishedRoutes> {
  const version = await currentVersion(request, 'shell');
  return (await request.get(`${releasePath('shell', version)}routes.json`)).json();
}
