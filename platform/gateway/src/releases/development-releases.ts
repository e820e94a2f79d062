import { parseJson } from '@kargo/shared-types/parse-json';
import { Release } from '@kargo/shared-types/releases/release';
import { shellApp } from './published.ts';

/** A development server that builds does not answer, and an open page waits for a second only. */
const timeoutMs = 500;

/**
 * Fetches `release.json` of the remotes in development; without those that do not answer.
 *
 * @param development origins of development servers, by app
 */
export async function fetchDevelopmentReleases(
  development: ReadonlyMap<string, string>,
): Promise<Map<string, Release>> {
  const remotes = [...development].filter(([app]) => app !== shellApp);
  const releases = await Promise.all(remotes.map(([, origin]) => fetchRelease(origin)));
  return new Map(releases.flatMap((release) => (release ? [[release.app, release]] : [])));
}

async function fetchRelease(origin: string): Promise<Release | undefined> {
  const url = `${origin}/release.json`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    return response.ok ? parseJson(Release, await response.text(), url) : undefined;
  } catch {
    return undefined;
  }
}
