import { paths } from '@kargo/shared-types/page/paths';
import type { ReleaseMap } from '@kargo/shared-types/releases/page-release';
import type { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';
import type { AppName } from '@kargo/shared-types/releases/release';
import { releaseMapPath, releasePath } from '@kargo/shared-types/releases/release-addresses';
import type { APIRequestContext } from '@playwright/test';
import { siteUrl } from './site.ts';

/** The versions of an app that pages may load. */
export interface Versions {
  current: string;
  /** The last good release before it. */
  fallback: string;
}

export async function versionsOf(site: string, app: AppName): Promise<Versions> {
  const releaseMap: ReleaseMap = await (await fetch(site + releaseMapPath)).json();
  const [current, fallback] = releaseMap[app] ?? [];
  return { current: current?.version ?? '', fallback: fallback?.version ?? '' };
}

/** The tested site's current version of an app, such as `0.1.0-3fa9c1d20b`. */
export const currentVersion = async (app: string) => (await versionsOf(siteUrl, app)).current;

/** Like the privacy policy; visiting.spec.ts shows that each has a heading and nothing else. */
const alike: readonly string[] = [
  paths.termsAndConditions(),
  paths.faqs(),
  paths.support(),
  paths.howItWorks(),
];

/** Whether another page like this one is tested instead. A proof tests them all. */
export const isSeenElsewhere = (path: string) => !process.env.PROOF && alike.includes(path);

/** Paths that visitors can open, and one that does not exist. */
export async function openPaths(request: APIRequestContext): Promise<string[]> {
  const { routes } = await publishedRoutes(request);
  const open = routes.map(({ path }) => path).filter((path) => path !== paths.profile());
  return [...open.filter((path) => !isSeenElsewhere(path)), '/no-such-page'];
}

/** The current shell's routes. */
export async function publishedRoutes(request: APIRequestContext): Promise<PublishedRoutes> {
  const version = await currentVersion('shell');
  return (await request.get(`${releasePath('shell', version)}routes.json`)).json();
}
