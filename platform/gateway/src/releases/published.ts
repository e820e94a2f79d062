import { fallbacksOf } from '@kargo/release-log/contract/release-gate';
import { readPages } from '@kargo/release-log/contract/release-signature';
import { emptyState, type LogState } from '@kargo/release-log/log/log-state';
import {
  canariesOf,
  currentRelease,
  fallbackReleases,
  servedApps,
  versionsInUse,
} from '@kargo/release-log/log/served-releases';
import type { ReadableStore } from '@kargo/release-log/stores/release-store';
import { parseJson } from '@kargo/shared-types/parse-json';
import {
  candidateOf,
  integrityOf,
  type PrerenderedPages,
  PublishedRoutes,
  prerenderedPaths,
  type Release,
  type ReleaseCandidates,
} from '@kargo/shared-types/releases/release';
import {
  headPlaceholder,
  type InlineScript,
  inlineScriptFile,
  inlineScripts,
  linkProblemPath,
  notFoundPath,
} from '@kargo/shared-types/releases/release-addresses';
import { fitting, noPins, type Pins } from './pins.ts';
import { StoreAwayError, type VerifiedFiles } from './verified-files.ts';

/** The shell that pages are made of. */
export interface Shell {
  /** `index.html`, with the placeholder for the head of the page. */
  html: string;
  routes: PublishedRoutes;
  /** Empty under a development server, and in shells that were built before the build made them. */
  inlineScripts: Partial<Record<InlineScript, string>>;
  /** Origin of its development server; none of a release. */
  origin?: string;
}

export type Route = PublishedRoutes['routes'][number];

/**
 * All parts of a page but the configuration, at one moment: the current releases, or those that some visitors get in
 * their place. Immutable: another publish creates a new object.
 */
export interface Published {
  /** The log that they were read from. */
  state: LogState;
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

export const nothingPublished: Published = {
  state: emptyState,
  candidates: {},
  shell: null,
  releases: new Map(),
  pages: {},
  problems: [],
  withShellBefore: null,
};

/** A published site with a shell, so that pages can be made of it. */
export type Site = Published & { shell: Shell };

export const hasShell = (published: Published): published is Site => published.shell !== null;

export const shellApp = 'shell';

/** Returns the release of a site's shell; undefined while it is developed. */
export const shellRelease = ({ shell, releases }: Site): Release | undefined =>
  shell.origin ? undefined : releases.get(shellApp);

/** Returns the versions of an app that pages of visitors may run, those of previews aside. */
export function versionsRun({ state, candidates }: Published, app: string): string[] {
  const loadable = state.records.has(app) ? candidates[app] : undefined;
  return versionsInUse(state, app, loadable?.map(({ version }) => version) ?? []);
}

/** There is no shell to serve. The message is shown to visitors. */
export class SiteUnavailableError extends Error {}

/**
 * Reads the releases that a log names. A current release that cannot be used, or is not signed by a
 * publisher of its app, is replaced by its fallback. What is pinned is left out if it cannot be used, or does not
 * go with the rest; what is current stands behind it.
 *
 * @param pins releases in place of the current ones
 * @param unpinned the site without them; undefined if there are none
 * @throws when the log names a shell, and neither it nor a fallback can be used
 */
export async function readPublished(
  files: VerifiedFiles,
  state: LogState,
  pins: Pins = noPins,
  unpinned: Published | null = null,
): Promise<Published> {
  const apps = [...new Set([...servedApps(state), ...pins.keys()])];
  const releases = new Map<string, Release>();
  const problems = new Set<string>();
  const shells = new Map<Release, Shell>();
  const readUsable = async (app: string, version: string, hash?: string) => {
    const release = await files.release(app, version, hash);
    if (app === shellApp) shells.set(release, await readShell(files, release));
    return release;
  };
  const fallbacksFor = (app: string) => {
    const others = [currentRelease(state, app) ?? [], fallbackReleases(state, app)]
      .flat()
      .filter(({ version }) => version !== releases.get(app)?.version);
    return fallbacksOf(others, releases, async ({ version, hash }) => {
      try {
        const release = await readUsable(app, version, hash);
        return (await isWhole(files.store, release)) ? release : undefined;
      } catch (error) {
        // It is read again, unlike what is missing or refused.
        if (error instanceof StoreAwayError) problems.add(error.message);
        return undefined;
      }
    });
  };
  for (const app of apps) {
    const current = currentRelease(state, app);
    try {
      if (current) releases.set(app, await readUsable(app, current.version, current.hash));
    } catch (error) {
      problems.add((error as Error).message);
    }
  }
  // The shell first, because the others have to be compatible with it.
  for (const app of [shellApp, ...apps]) {
    const release = releases.get(app) ?? (await fallbacksFor(app))[0];
    if (release) releases.set(app, release);
  }
  const pinned = new Map<string, Release>();
  for (const [app, { version, hash }] of pins) {
    const release = await readUsable(app, version, hash).catch((error: Error) => {
      problems.add(error.message);
    });
    if (release) pinned.set(app, release);
  }
  for (const [app, release] of fitting(pinned, releases)) releases.set(app, release);
  const fallbacks = new Map<string, Release[]>();
  for (const app of releases.keys()) fallbacks.set(app, await fallbacksFor(app));
  const current = releases.get(shellApp);
  const isShellPinned = current !== undefined && current === pinned.get(shellApp);
  const unpinnedShell = unpinned?.releases.get(shellApp);
  if (isShellPinned && unpinnedShell) fallbacks.set(shellApp, [unpinnedShell]);
  if (apps.includes(shellApp) && !current) throw new Error([...problems].join(' '));
  const compose = async (shell: Release | undefined, withShellBefore: Published | null) => {
    const shown = shell ? new Map(releases).set(shellApp, shell) : releases;
    const composed = (shell && shells.get(shell)) ?? null;
    return {
      state,
      candidates: candidatesOf(apps, shown, fallbacks, canariesOf(state)),
      shell: composed,
      releases: shown,
      pages: composed ? await pagesOf(files, composed, shown, problems) : {},
      problems: [...problems],
      withShellBefore,
    };
  };
  if (isShellPinned) return compose(current, unpinned);
  const [before] = fallbacks.get(shellApp) ?? [];
  return compose(current, before ? await compose(before, null) : null);
}

function candidatesOf(
  apps: readonly string[],
  current: ReadonlyMap<string, Release>,
  fallbacks: ReadonlyMap<string, Release[]>,
  canaries: ReadonlyMap<string, unknown>,
): ReleaseCandidates {
  const candidates = apps.map((app) => {
    const releases = new Set([current.get(app), ...(fallbacks.get(app) ?? [])]);
    const own = [...releases].filter((release) => release !== undefined).map(candidateOf);
    if (own[0] && canaries.has(app)) own[0].isCounted = true;
    return [app, own];
  });
  return Object.fromEntries(candidates);
}

/** Whether all files exist and have the right size. Their content is verified when they are sent. */
async function isWhole(store: ReadableStore, { app, version, files = {} }: Release) {
  const folder = `${app}/${version}`;
  const stored = await store.list(folder).catch((cause: Error) => {
    throw new StoreAwayError(`${folder}: ${cause.message}`, { cause });
  });
  const sizes = new Map(stored.map(({ path, size }) => [path, size]));
  return Object.entries(files).every(([path, { size }]) => sizes.get(`${folder}/${path}`) === size);
}

/** Reads the prerendered pages of each pair with the shell. A file counts for its own remote's pages only. */
async function pagesOf(
  files: VerifiedFiles,
  { routes }: Shell,
  releases: ReadonlyMap<string, Release>,
  problems: Set<string>,
): Promise<PrerenderedPages> {
  const shell = releases.get(shellApp)?.version ?? '';
  const pages: PrerenderedPages = {};
  for (const { app, version } of releases.values()) {
    const own = app === shellApp ? [notFoundPath, linkProblemPath] : prerenderedPaths(routes, app);
    const pair = { shell, app, version };
    const tell = (problem: string) => problems.add(problem);
    const rendered = (await readPages(files.store, pair, files.publishers, tell)) ?? {};
    for (const path of own) if (rendered[path]) pages[path] = rendered[path];
  }
  return pages;
}

async function readShell(files: VerifiedFiles, release: Release): Promise<Shell> {
  const { app, version } = release;
  const read = async (name: string) => `${(await files.readOf(release, name)).content}`;
  const html = await read('index.html');
  if (!html.includes(headPlaceholder)) throw new Error(`${app} ${version}: no ${headPlaceholder}`);
  const { files: published = {} } = release;
  const built = inlineScripts.filter((name) => published[inlineScriptFile(name)]);
  const scripts = await Promise.all(
    built.map(async (name) => [name, await read(inlineScriptFile(name))]),
  );
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
    inlineScripts: Object.fromEntries(scripts),
  };
}
