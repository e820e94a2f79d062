import { setTimeout as wait } from 'node:timers/promises';
import { parseJson } from '@kargo/shared-types/parse-json';
import { PublishedRoutes, Release } from '@kargo/shared-types/releases/release';
import type { DevelopmentApps } from '../env.ts';
import { type Shell, SiteUnavailableError, shellApp } from './published.ts';

/** A development server that builds does not answer, and an open page waits for a second only. */
const remoteMs = 500;
const shellMs = 2000;
const retryMs = 200;

/** Fetches `release.json` of the remotes whose development servers answer. */
export async function fetchDevelopmentReleases(development: DevelopmentApps) {
  const remotes = [...development].filter(([app]) => app !== shellApp);
  const releases = await Promise.all(remotes.map(([, origin]) => fetchRelease(origin)));
  return new Map(releases.flatMap((release) => (release ? [[release.app, release]] : [])));
}

async function fetchRelease(origin: string): Promise<Release | undefined> {
  const url = `${origin}/release.json`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(remoteMs) });
    return response.ok ? parseJson(Release, await response.text(), url) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Fetches the shell from its development server.
 *
 * @throws SiteUnavailableError when the server does not respond within two seconds
 */
export async function fetchDevelopmentShell(origin: string): Promise<Shell> {
  const file = `${origin}/routes.json`;
  const [html, routes] = await Promise.all([
    fetchPatiently(`${origin}/index.html`),
    fetchPatiently(file),
  ]);
  return {
    html,
    routes: parseJson(PublishedRoutes, routes, file),
    inlineScripts: {},
    rootFiles: { in: 'development', origin },
  };
}

async function fetchPatiently(url: string): Promise<string> {
  const deadline = AbortSignal.timeout(shellMs);
  while (!deadline.aborted) {
    try {
      const response = await fetch(url, { signal: deadline });
      if (response.ok) return await response.text();
    } catch {
      // The server is starting or building.
    }
    await wait(retryMs);
  }
  throw new SiteUnavailableError("The shell's dev server is not up yet. Reload in a moment.");
}
