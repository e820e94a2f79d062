import { apiBasePath } from '@kargo/shared-types/api/api-paths';
import { isRemote, type Releases, shellOf } from '@kargo/shared-types/releases/release';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import type { Request } from '@playwright/test';

/** Returns what is wrong with a request of one of these apps, one sentence each. */
export function requestProblems(
  request: Request,
  apps: ReadonlySet<string>,
  releases: Releases,
): string[] {
  const { pathname } = new URL(request.url());
  const isOfCode = /^(fetch|xhr)$/.test(request.resourceType());
  const path = pathname.startsWith(`${apiBasePath}/`) && pathname.slice(apiBasePath.length);
  return [
    ...(path && isOfCode ? callProblems(`${request.method()} ${path}`, apps, releases) : []),
    ...copyProblems(pathname, releases),
  ];
}

/** A release must name its calls so that they can be compared with an API. */
function callProblems(call: string, apps: ReadonlySet<string>, releases: Releases): string[] {
  const isOfCall = (name: string) => new RegExp(`^${name.replace(/:\w+/g, '[^/]+')}$`).test(call);
  const known = [...apps].map((app) => releases.get(app)?.calls);
  if (known.some((calls) => !calls || Object.keys(calls).some(isOfCall))) return [];
  return [`it makes the call ${call}, which is not in "calls" of its release`];
}

/** A release brings copies of shared modules only for sites that lack them. */
function copyProblems(pathname: string, releases: Releases): string[] {
  const provides = shellOf(releases)?.provides ?? {};
  return [...releases.values()].filter(isRemote).flatMap(({ app, version, copies }) =>
    Object.entries(copies)
      .filter(([, files]) => files.some((it) => releasePath(app, version) + it === pathname))
      .filter(([name]) => name in provides)
      .map(([name]) => `it loads its own copy of ${name}, which the site has`),
  );
}
