import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from 'shared-types/parse-json';
import {
  candidateOf,
  integrityOf,
  PrerenderedPages,
  PublishedRoutes,
  type Release,
  type ReleaseCandidates,
} from 'shared-types/releases/release';
import { headPlaceholder, prerenderedFile } from 'shared-types/releases/release-addresses';
import { findFallback } from 'shared-types/releases/release-gate';
import type { ReleaseMap } from 'shared-types/releases/release-map';
import { largest } from 'shared-types/releases/release-sizes';
import { readStored, withoutLinks } from './read-stored.ts';
import type { VerifiedFiles } from './verified-files.ts';

/** The shell that pages are made of. */
export interface Shell {
  /** `index.html`, with the placeholder for the head of the page. */
  html: string;
  routes: PublishedRoutes;
  rootFiles: RootFiles;
}

export type Route = PublishedRoutes['routes'][number];

/** Source of files at the root of the site, such as `/favicon.svg`: the shell's folder `public`. */
type RootFiles =
  | { in: 'release'; version: string; paths: ReadonlySet<string> }
  | { in: 'development'; origin: string };

/** The current releases at one moment. Immutable: another publish creates a new object. */
export interface Published {
  candidates: ReleaseCandidates;
  /** Null if no shell was published. */
  shell: Shell | null;
  /** `release.json` of each app's current release, by app name. */
  releases: ReadonlyMap<string, Release>;
  /** Pages that were prerendered with the shell and each remote, by path. */
  pages: PrerenderedPages;
  /** Problems of remotes' releases that cannot be used; the rest of the site works. */
  problems: readonly string[];
  /** The site with the previous shell, for browsers in which the current one fails; null if there is none. */
  withShellBefore: Published | null;
}

export const shellApp = 'shell';

/** There is no shell to serve. The message is shown to visitors. */
export class SiteUnavailableError extends Error {}

/**
 * Reads the releases in a map. A current release that cannot be used, or is not signed by a publisher of
 * its app, is replaced by its fallback.
 *
 * @throws when the map lists a shell, and neither it nor a fallback can be used
 */
export async function readPublished(files: VerifiedFiles, map: ReleaseMap): Promise<Published> {
  const releases = new Map<string, Release>();
  const problems: string[] = [];
  const shells = new Map<Release, Shell>();
  const readUsable = async (app: string, version: string) => {
    const release = await files.release(app, version);
    if (app === shellApp) shells.set(release, await readShell(files, release));
    return release;
  };
  const standIn = (app: string) =>
    findFallback(map, app, releases, async (version) => {
      if (version === releases.get(app)?.version) return undefined;
      const release = await readUsable(app, version).catch(() => undefined);
      return release && (await isWhole(files.folder, release)) ? release : undefined;
    });
  for (const [app, [current]] of Object.entries(map.apps)) {
    try {
      if (current) releases.set(app, await readUsable(app, current.version));
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  // The shell first, because the others have to be compatible with it.
  for (const app of [shellApp, ...Object.keys(map.apps)]) {
    const release = releases.get(app) ?? (await standIn(app));
    if (release) releases.set(app, release);
  }
  const fallbacks = new Map<string, Release>();
  for (const app of releases.keys()) {
    const fallback = await standIn(app);
    if (fallback) fallbacks.set(app, fallback);
  }
  const current = releases.get(shellApp);
  if (shellApp in map.apps && !current) throw new Error(problems.join(' '));
  const compose = async (shell: Release | undefined, withShellBefore: Published | null) => {
    const shown = shell ? new Map(releases).set(shellApp, shell) : releases;
    return {
      candidates: candidatesOf(map, shown, fallbacks),
      shell: (shell && shells.get(shell)) ?? null,
      releases: shown,
      pages: await readPages(files.folder, shown, problems),
      problems,
      withShellBefore,
    };
  };
  const before = fallbacks.get(shellApp);
  return compose(current, before ? await compose(before, null) : null);
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

/** Whether all files exist and have the right size. Their content is verified when they are sent. */
async function isWhole(releases: string, { app, version, files = {} }: Release): Promise<boolean> {
  const isThere = Object.entries(files).map(async ([path, { size }]) => {
    const found = await withoutLinks(join(releases, app), `${version}/${path}`)
      .then(lstat)
      .catch(() => undefined);
    return found?.isFile() && found.size === size;
  });
  return (await Promise.all(isThere)).every(Boolean);
}

/** Reads the prerendered pages of each pair. The browser renders the pages of pairs without any. */
async function readPages(
  releasesFolder: string,
  releases: ReadonlyMap<string, Release>,
  problems: string[],
): Promise<PrerenderedPages> {
  const shell = releases.get(shellApp);
  const pages: PrerenderedPages = {};
  for (const remote of releases.values()) {
    if (!shell || remote === shell) continue;
    const file = prerenderedFile(shell.version, remote);
    try {
      const text = await readStored(releasesFolder, file, largest.pages);
      Object.assign(pages, parseJson(PrerenderedPages, `${text}`, join(releasesFolder, file)));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT') problems.push(message);
    }
  }
  return pages;
}

async function readShell(files: VerifiedFiles, release: Release): Promise<Shell> {
  const { app, version } = release;
  const read = async (name: string) => `${(await files.read(app, version, name)).content}`;
  const html = await read('index.html');
  if (!html.includes(headPlaceholder)) throw new Error(`${app} ${version}: no ${headPlaceholder}`);
  return {
    html: html.replaceAll(
      /<script [^>]*src="\/releases\/shell\/[^/"]+\/([^"]+)"/g,
      (tag, file) => `${tag} integrity="${integrityOf(release, file)}" crossorigin`,
    ),
    routes: parseJson(
      PublishedRoutes,
      await read('routes.json'),
      `routes.json of ${app} ${version}`,
    ),
    rootFiles: { in: 'release', version, paths: rootPaths(Object.keys(release.files ?? {})) },
  };
}

/** Returns the addresses of the files that are served at the root of the site. */
const rootPaths = (files: string[]) =>
  new Set(
    files
      .filter((file) => file.startsWith(rootFolder))
      .map((file) => file.slice(rootFolder.length - 1)),
  );

const rootFolder = 'public/';
