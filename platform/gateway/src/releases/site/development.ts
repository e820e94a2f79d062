import { parseJson } from '@kargo/shared-types/parse-json';
import { KargoFile, kargoFile } from '@kargo/shared-types/releases/kargo-file';
import { titlesOf } from '@kargo/shared-types/releases/page-release';
import { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';
import { type RemoteRelease, remoteOf } from '@kargo/shared-types/releases/release';
import { developmentVersion } from '@kargo/shared-types/releases/release-addresses';
import type { DevelopmentApps } from '../../env.ts';
import { type Published, SiteUnavailableError, shellApp } from './published.ts';
import type { Shell } from './shell.ts';

/** Timeouts: a server does not respond while it builds, and an open page waits only a second. */
const remoteMs = 500;
const shellMs = 2000;

/** Puts development servers in place of some apps. The shell is fetched later, only for pages. */
export async function withDevelopment(
  published: Published,
  development: DevelopmentApps,
): Promise<Published> {
  if (development.size === 0) return published;
  const apps = [...development].map(async ([app, origin]) => {
    // Pages contain the shell's script themselves.
    if (app === shellApp) return { app, own: [] };
    // Until a server responds, the titles are those of the release.
    const release =
      (await fetchRelease(origin).catch(() => undefined)) ?? remoteOf(published.releases, app);
    const developed = {
      url: `${origin}/remoteEntry.js`,
      version: developmentVersion,
      titles: release && titlesOf(release),
      styles: '',
    };
    return { app, release, own: [developed] };
  });
  const releaseMap = { ...published.releaseMap };
  const releases = new Map(published.releases);
  for (const { app, release, own } of await Promise.all(apps)) {
    releaseMap[app] = own;
    if (release) releases.set(app, release);
  }
  // Hot reload needs all inline styles, and a hash in the policy would forbid those without one.
  return { ...published, releaseMap, releases, pages: {} };
}

async function fetchRelease(origin: string): Promise<RemoteRelease> {
  const url = `${origin}/${kargoFile}`;
  const {
    app,
    owner,
    screens: texts = {},
  } = parseJson(KargoFile, await fetchText(url, remoteMs), url);
  const none = {
    screens: {},
    styles: {},
    needs: {},
    bundles: {},
    copies: {},
    calls: {},
    files: {},
  };
  const named = { app, version: developmentVersion, entry: '', builtAt: '', texts };
  return { ...named, ...none, ...(owner && { owner }) };
}

/** @throws {SiteUnavailableError} when the server responds with an error, or not in two seconds */
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
    origin,
  };
}

async function fetchText(url: string, timeoutMs: number): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (response.ok) return response.text();
  throw new Error(`${url} answers ${response.status}.`);
}
