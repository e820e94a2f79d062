import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parseJson } from 'shared-types/parse-json';
import {
  candidateOf,
  PrerenderedPages,
  PublishedRoutes,
  Release,
  type ReleaseCandidates,
} from 'shared-types/release';
import { headPlaceholder, prerenderedFile } from 'shared-types/release-addresses';
import { findFallback } from 'shared-types/release-gate';
import { parseReleaseMap, type ReleaseMap } from 'shared-types/release-map';

/** The shell that pages are made of. */
export interface Shell {
  /** `index.html`, with the placeholder that a page's own head replaces. */
  html: string;
  routes: PublishedRoutes;
  rootFiles: RootFiles;
}

export type Route = PublishedRoutes['routes'][number];

/** Where files at the root of the site come from, such as `/favicon.svg`: the shell's `public`. */
export type RootFiles =
  | { in: 'release'; folder: string; paths: ReadonlySet<string> }
  | { in: 'development'; origin: string };

/** What is current at one moment. Immutable: another publish makes a new one. */
export interface Published {
  candidates: ReleaseCandidates;
  /** Null when no shell was published. */
  shell: Shell | null;
  /** `release.json` of each app's current release, by app name. */
  releases: ReadonlyMap<string, Release>;
  /** What was rendered of the shell with each remote, by path. */
  pages: PrerenderedPages;
  /** Broken releases of remotes; the rest of the site works. */
  problems: readonly string[];
  /** The same with the shell before, for browsers in which the current one fails; null if there is none. */
  withShellBefore: Published | null;
}

export const shellApp = 'shell';

/** There is no shell to serve; visitors read the message. */
export class SiteUnavailableError extends Error {}

/**
 * Reads what a release map names.
 *
 * @throws when the map or the shell it names is missing or broken
 */
export async function readPublished(releasesFolder: string, mapFile: string): Promise<Published> {
  const map = parseReleaseMap(await readFile(mapFile, 'utf8'), mapFile);
  const releases = new Map<string, Release>();
  const problems: string[] = [];
  let shell: Shell | null = null;
  for (const [app, [current]] of Object.entries(map.apps)) {
    if (!current) continue;
    if (app === shellApp) shell = await readShell(join(releasesFolder, app, current.version));
    try {
      releases.set(app, await readRelease(releasesFolder, app, current.version));
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  const fallbacks = new Map<string, Release>();
  for (const app of Object.keys(map.apps)) {
    const fallback = await findFallback(map, app, releases, (version) =>
      readWhole(releasesFolder, app, version),
    );
    if (fallback) fallbacks.set(app, fallback);
  }
  const compose = async (current: ReadonlyMap<string, Release>) => ({
    candidates: candidatesOf(map, current, fallbacks),
    releases: current,
    pages: await readPages(releasesFolder, current, problems),
    problems,
  });
  const before = fallbacks.get(shellApp);
  const shellBefore =
    before && (await readShell(join(releasesFolder, shellApp, before.version)).catch(() => null));
  const withShellBefore = before &&
    shellBefore && {
      ...(await compose(new Map(releases).set(shellApp, before))),
      shell: shellBefore,
      withShellBefore: null,
    };
  return { ...(await compose(releases)), shell, withShellBefore: withShellBefore || null };
}

function candidatesOf(
  map: ReleaseMap,
  current: ReadonlyMap<string, Release>,
  fallbacks: ReadonlyMap<string, Release>,
): ReleaseCandidates {
  const candidates = Object.keys(map.apps).map((app) => {
    const releases = new Set([current.get(app), fallbacks.get(app)]);
    return [app, [...releases].filter((release) => release !== undefined).map(candidateOf)];
  });
  return Object.fromEntries(candidates);
}

async function readRelease(releases: string, app: string, version: string): Promise<Release> {
  const file = join(releases, app, version, 'release.json');
  return parseJson(Release, await readFile(file, 'utf8'), file);
}

/** A release, unless a file of it is missing. */
async function readWhole(
  releases: string,
  app: string,
  version: string,
): Promise<Release | undefined> {
  const release = await readRelease(releases, app, version).catch(() => undefined);
  return release && (await isWhole(join(releases, app, version), release)) ? release : undefined;
}

/** Whether all files are there, in their size. What they hold was compared when it was published. */
async function isWhole(folder: string, { entry, files }: Release): Promise<boolean> {
  const sizes = Object.entries(files ?? { [entry]: { size: null } });
  const isThere = sizes.map(async ([path, { size }]) => {
    const found = await stat(join(folder, path)).catch(() => undefined);
    return found !== undefined && (size === null || found.size === size);
  });
  return !(await Promise.all(isThere)).includes(false);
}

/** A pair that nobody has rendered is drawn by the browser. */
async function readPages(
  releasesFolder: string,
  releases: ReadonlyMap<string, Release>,
  problems: string[],
): Promise<PrerenderedPages> {
  const shell = releases.get(shellApp);
  const pages: PrerenderedPages = {};
  for (const remote of releases.values()) {
    if (!shell || remote === shell) continue;
    const file = join(releasesFolder, prerenderedFile(shell.version, remote));
    try {
      Object.assign(pages, parseJson(PrerenderedPages, await readFile(file, 'utf8'), file));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT') problems.push(message);
    }
  }
  return pages;
}

async function readShell(folder: string): Promise<Shell> {
  const routesFile = join(folder, 'routes.json');
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  if (!html.includes(headPlaceholder)) throw new Error(`${folder}: no ${headPlaceholder}`);
  return {
    html,
    routes: parseJson(PublishedRoutes, await readFile(routesFile, 'utf8'), routesFile),
    rootFiles: await readRootFiles(join(folder, 'public')),
  };
}

async function readRootFiles(folder: string): Promise<RootFiles> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(
      (entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`,
    );
  return { in: 'release', folder, paths: new Set(paths) };
}
