import { emptyState, type LogState } from '@kargo/release-log/log/read-log';
import {
  canariesOf,
  currentRelease,
  fallbackReleases,
  versionsInUse,
} from '@kargo/release-log/log/served-releases';
import { fallbacksOf } from '@kargo/release-log/rules/release-gate';
import { readPages } from '@kargo/release-log/rules/release-signature';
import { largest } from '@kargo/release-log/rules/release-sizes';
import type { ReadableStore } from '@kargo/release-log/stores/release-store';
import { pageRelease, type ReleaseMap } from '@kargo/shared-types/releases/page-release';
import type { PrerenderedPages } from '@kargo/shared-types/releases/prerendered-pages';
import { prerenderedPaths } from '@kargo/shared-types/releases/published-routes';
import {
  type Releases,
  type ShellRelease,
  type StoredRelease,
  shellOf,
} from '@kargo/shared-types/releases/release';
import { linkProblemPath, notFoundPath } from '@kargo/shared-types/releases/release-addresses';
import { StoreAwayError, type VerifiedFiles } from '../files/verified-files.ts';
import { fitting, noPins, type Pins } from './pins.ts';
import { readShell, type Shell } from './shell.ts';

/**
 * All parts of a page except the configuration, at one moment: the current releases, or those that
 * some visitors get in their place. Immutable: another publish creates a new object.
 */
export interface Published {
  /** The state of the log that names the releases. */
  state: LogState;
  releaseMap: ReleaseMap;
  /** Null if no shell was published. */
  shell: Shell | null;
  /** `release.json` of each app's current release, by app name. */
  releases: Releases;
  /** Pages prerendered with the shell and each remote, by path. */
  pages: PrerenderedPages;
  /** Why some releases of remotes cannot be used. The rest of the site works. */
  problems: readonly string[];
  /** The site with the previous shell, for browsers where the current one fails; null if none. */
  withShellBefore: Published | null;
}

export const nothingPublished: Published = {
  state: emptyState,
  releaseMap: {},
  shell: null,
  releases: new Map(),
  pages: {},
  problems: [],
  withShellBefore: null,
};

/** A published site with a shell, so pages can be made of it. */
export type Site = Published & { shell: Shell };

export const hasShell = (published: Published): published is Site => published.shell !== null;

export const shellApp = 'shell';

/** Returns the release of a site's shell; undefined during its development. */
export const shellRelease = ({ shell, releases }: Site): ShellRelease | undefined =>
  shell.origin ? undefined : shellOf(releases);

/** Returns the versions of an app that visitors' pages may run, without those of previews. */
export function versionsRun({ state, releaseMap }: Published, app: string): string[] {
  const loadable = state.records.has(app) ? releaseMap[app] : undefined;
  return versionsInUse(state, app, loadable?.map(({ version }) => version) ?? []);
}

/** There is no shell to serve. Visitors see the message. */
export class SiteUnavailableError extends Error {}

/**
 * Reads the releases that a log names. A fallback replaces a current release that cannot be used or
 * is not signed by a publisher of its app. The current release replaces a pinned one that cannot be
 * used or is not compatible with the rest.
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
  const apps = [...new Set([...currentReleases(state).keys(), ...pins.keys()])];
  const problems = new Set([...state.withheld.values()].map(({ problem }) => problem));
  const { shells, readAll, fallbacksFor } = usableReleases(files, state, problems);
  const releases = await readAll(currentReleases(state));
  // The shell comes first, because the others must be compatible with it.
  for (const app of [shellApp, ...apps]) {
    const release = releases.get(app) ?? (await fallbacksFor(app, releases))[0];
    if (release) releases.set(app, release);
  }
  const pinned = await readAll(pins);
  for (const [app, release] of fitting(pinned, releases)) releases.set(app, release);
  const fallbacks = new Map<string, StoredRelease[]>();
  for (const app of releases.keys()) fallbacks.set(app, await fallbacksFor(app, releases));
  const current = releases.get(shellApp);
  const isShellPinned = current !== undefined && current === pinned.get(shellApp);
  const unpinnedShell = unpinned?.releases.get(shellApp);
  if (isShellPinned && unpinnedShell) fallbacks.set(shellApp, [unpinnedShell]);
  if (apps.includes(shellApp) && !current) throw new Error([...problems].join(' '));
  const compose = async (shell: StoredRelease | undefined, withShellBefore: Published | null) => {
    const shown = shell ? new Map(releases).set(shellApp, shell) : releases;
    const composed = (shell && shells.get(shell)) ?? null;
    return {
      state,
      releaseMap: releaseMapOf(state, apps, shown, fallbacks),
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

/** Reads the releases of a site that can be used. Adds to `problems` why others cannot. */
function usableReleases(files: VerifiedFiles, state: LogState, problems: Set<string>) {
  /** The shells that were read, with what pages need of them. */
  const shells = new Map<StoredRelease, Shell>();
  const read = async (app: string, version: string, hash?: string) => {
    const release = await files.release(app, version, hash);
    if (app === shellApp) shells.set(release, await readShell(files, release));
    return release;
  };
  return {
    shells,

    async readAll(wanted: Pins): Promise<Map<string, StoredRelease>> {
      const usable = new Map<string, StoredRelease>();
      for (const [app, { version, hash }] of wanted)
        await read(app, version, hash).then(
          (release) => usable.set(app, release),
          ({ message }: Error) => problems.add(message),
        );
      return usable;
    },

    /** Reads the releases that can replace an app's release beside the others, in order. */
    fallbacksFor(app: string, releases: Releases): Promise<StoredRelease[]> {
      const others = [currentRelease(state, app) ?? [], fallbackReleases(state, app)]
        .flat()
        .filter(({ version }) => version !== releases.get(app)?.version);
      return fallbacksOf(others, releases, async ({ version, hash }) => {
        try {
          const release = await read(app, version, hash);
          return (await isWhole(files.store, release)) ? release : undefined;
        } catch (error) {
          // Only then it is read again: missing and refused releases stay as they are.
          if (error instanceof StoreAwayError) problems.add(error.message);
          return undefined;
        }
      });
    },
  };
}

const currentReleases = ({ records }: LogState) =>
  new Map(
    [...records].flatMap(([app, { record }]) => (record.current ? [[app, record.current]] : [])),
  );

function releaseMapOf(
  state: LogState,
  apps: readonly string[],
  current: Releases,
  fallbacks: ReadonlyMap<string, StoredRelease[]>,
): ReleaseMap {
  const canaries = canariesOf(state);
  const releaseMap = [...apps, ...state.withheld.keys()].map((app) => {
    const releases = new Set([current.get(app), ...(fallbacks.get(app) ?? [])]);
    const own = [...releases].filter((release) => release !== undefined).map(pageRelease);
    if (own[0] && canaries.has(app)) own[0].isCounted = true;
    return [app, own];
  });
  return Object.fromEntries(releaseMap);
}

/** No `release.json` has room for the hashes of more files. */
const mostFiles = largest.release / 64;

/** Whether all files exist with the right size. Their content is verified before it is sent. */
async function isWhole(store: ReadableStore, { app, version, files }: StoredRelease) {
  const folder = `${app}/${version}`;
  const stored = await store.list(folder, mostFiles).catch((cause: Error) => {
    throw new StoreAwayError(`${folder}: ${cause.message}`, { cause });
  });
  const sizes = new Map(stored.map(({ path, size }) => [path, size]));
  return Object.entries(files).every(([path, { size }]) => sizes.get(`${folder}/${path}`) === size);
}

/** Reads pages prerendered with shell and remotes. A file counts only for its remote's pages. */
async function pagesOf(
  files: VerifiedFiles,
  { routes }: Shell,
  releases: Releases,
  problems: Set<string>,
): Promise<PrerenderedPages> {
  const shell = releases.get(shellApp)?.version ?? '';
  const pages: PrerenderedPages = {};
  for (const { app, version } of releases.values()) {
    const own = app === shellApp ? [notFoundPath, linkProblemPath] : prerenderedPaths(routes, app);
    const pair = { shell, app, version };
    const report = (problem: string) => problems.add(problem);
    const rendered = (await readPages(files.store, pair, files.publishers, report)) ?? {};
    for (const path of own) if (rendered[path]) pages[path] = rendered[path];
  }
  return pages;
}
