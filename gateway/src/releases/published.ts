import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parseJson } from 'shared-types/parse-json';
import { PrerenderedPages, PublishedRoutes, Release, ReleaseMap } from 'shared-types/release';
import { headPlaceholder, prerenderedFile, releaseMapKey } from 'shared-types/release-addresses';

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
  map: ReleaseMap;
  /** Null when no shell was published. */
  shell: Shell | null;
  /** `release.json` of each app's current release, by app name. */
  releases: ReadonlyMap<string, Release>;
  /** What was rendered of the shell with each remote, by path. */
  pages: PrerenderedPages;
  /** Broken releases of remotes; the rest of the site works. */
  problems: readonly string[];
}

export const shellApp = 'shell';

/** There is no shell to serve; visitors read the message. */
export class SiteUnavailableError extends Error {}

/**
 * Reads what the release map names as current.
 *
 * @throws when the map or the shell it names is missing or broken
 */
export async function readPublished(releasesFolder: string): Promise<Published> {
  const mapFile = join(releasesFolder, 'release-map.json');
  const map = parseJson(ReleaseMap, await readFile(mapFile, 'utf8'), mapFile);
  const releases = new Map<string, Release>();
  const problems: string[] = [];
  let shell: Shell | null = null;
  for (const [key, [entry]] of Object.entries(map.microFrontends)) {
    if (!entry) continue;
    const app = key.slice(releaseMapKey('').length);
    const folder = join(releasesFolder, app, entry.metadata.version);
    if (app === shellApp) shell = await readShell(folder);
    const releaseFile = join(folder, 'release.json');
    try {
      releases.set(app, parseJson(Release, await readFile(releaseFile, 'utf8'), releaseFile));
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  const pages = await readPages(releasesFolder, releases, problems);
  return { map, shell, releases, pages, problems };
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
