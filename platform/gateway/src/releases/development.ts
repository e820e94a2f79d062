import { parseJson } from '@kargo/shared-types/parse-json';
import { PublishedRoutes, Release } from '@kargo/shared-types/releases/release';
import type { DevelopmentApps } from '../env.ts';
import { type Shell, SiteUnavailableError, shellApp } from './published.ts';

/** A development server that builds does not answer, and an open page waits for a second only. */
const remoteMs = 500;
const shellMs = 2000;

/** Fetches `release.json` of the remotes whose development servers answer. */
export async function fetchDevelopmentReleases(development: DevelopmentApps) {
  const remotes = [...development].filter(([app]) => app !== shellApp);
  const releases = await Promise.all(
    remotes.map(([, origin]) => fetchRelease(origin).catch(() => undefined)),
  );
  return new Map(releases.flatMap((release) => (release ? [[release.app, release]] : [])));
}

async function fetchRelease(origin: string): Promise<Release> {
  const url = `${origin}/release.json`;
  return parseJson(Release, await fetchText(url, remoteMs), url);
}

/**
 * Fetches the shell from its development server.
 *
 * @throws SiteUnavailableError when the server does not respond within two seconds
 */
export async function fetchDevelopmentShell(origin: string): Promise<Shell> {
  const file = `${origin}/routes.json`;
  const [html, routes] = await Promise.all([
    fetchText(`${origin}/index.html`, shellMs),
    fetchText(file, shellMs),
  ]).catch((cause) => {
    const sentence = "The shell's dev server is not up yet. Reload in a moment.";
    throw new SiteUnavailableError(sentence, { cause });
  });
  return {
    html,
    routes: parseJson(PublishedRoutes, routes, file),
    inlineScripts: {},
    rootFiles: { in: 'development', origin },
  };
}

async function fetchText(url: string, timeoutMs: number): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (response.ok) return response.text();
  throw new Error(`${url} answers ${response.status}.`);
}
