import {
  integrityOf,
  type PrerenderedPage,
  type Release,
  type ReleaseCandidates,
} from 'shared-types/releases/release';
import { developmentVersion, releasePath } from 'shared-types/releases/release-addresses';
import type { CurrentReleases } from './current-releases.ts';
import { fetchDevelopmentShell } from './development-shell.ts';
import {
  type Published,
  type Route,
  type Shell,
  SiteUnavailableError,
  shellApp,
} from './published.ts';

/**
 * Everything a page is made of, apart from the configuration. The same object until something
 * changes.
 */
export interface Site {
  candidates: ReleaseCandidates;
  shell: Shell;
  /**
   * What the page of a route has of its screen: scripts to preload, shared ones included, and
   * questions. Nothing for no screen, of a remote that is not published, or from a development server.
   */
  screen(route: Pick<Route, 'screen' | 'uses'> | null): Screen;
  /** The page at a path as it was rendered beforehand, if it was; not while an app is developed. */
  prerendered(path: string): PrerenderedPage | undefined;
}

/** Origins of webpack development servers by app name, such as `profile`. */
export type DevelopmentApps = ReadonlyMap<string, string>;

interface VerifiedScript {
  url: string;
  /** As for the attribute of that name. */
  integrity: string | undefined;
}

interface Screen {
  scripts: VerifiedScript[];
  questions: Questions;
}

export type Questions = NonNullable<Release['questions']>[string];

/** The current site: releases, with apps in development in place of theirs. */
export class CurrentSite {
  readonly #store: CurrentReleases;
  readonly #development: DevelopmentApps;
  readonly #sites = new WeakMap<Published, Site>();

  constructor(store: CurrentReleases, development: DevelopmentApps) {
    this.#store = store;
    this.#development = development;
  }

  /** What pages may load, nothing before the first release; see `get`. */
  async candidates(failedShell?: string): Promise<ReleaseCandidates> {
    return this.#candidates(await this.#published(failedShell));
  }

  /**
   * @param failedShell version of a shell that failed; if it is the current one, the site is made with
   *   the one before
   * @throws SiteUnavailableError while there is no shell
   */
  async get(failedShell?: string): Promise<Site> {
    const published = await this.#published(failedShell);
    const origin = this.#development.get(shellApp);
    if (origin) return this.#compose(published, await fetchDevelopmentShell(origin));
    if (!published.shell) throw new SiteUnavailableError('The site has not been published yet.');
    const site = this.#sites.get(published) ?? this.#compose(published, published.shell);
    this.#sites.set(published, site);
    return site;
  }

  /** Whether pages were told of this release, and may ask for its files. */
  hasNamed(app: string, version: string): Promise<boolean> {
    return this.#store.hasNamed(app, version);
  }

  async #published(failedShell?: string): Promise<Published> {
    const published = (await this.#store.current()) ?? nothingPublished;
    const hasFailed = failedShell === published.releases.get(shellApp)?.version;
    return (hasFailed && published.withShellBefore) || published;
  }

  #compose(published: Published, shell: Shell): Site {
    return {
      candidates: this.#candidates(published),
      shell,
      screen: (route) => this.#screen(published, route),
      // Hot reload needs all inline styles; the hash of one would forbid the others.
      prerendered: (path) => (this.#development.size > 0 ? undefined : published.pages[path]),
    };
  }

  #candidates({ candidates }: Published): ReleaseCandidates {
    const overrides = [...this.#development].map(([app, origin]) => [
      app,
      // The page itself names the shell's script.
      app === shellApp ? [] : [{ url: `${origin}/remoteEntry.js`, version: developmentVersion }],
    ]);
    return { ...candidates, ...Object.fromEntries(overrides) };
  }

  #screen({ candidates, releases }: Published, route: Parameters<Site['screen']>[0]): Screen {
    const [app = '', name = ''] = route?.screen?.split('/') ?? [];
    const release = releases.get(app);
    const url = candidates[app]?.[0]?.url;
    if (!release || !url || this.#development.has(app)) return { scripts: [], questions: [] };
    const files = [release.entry, ...(release.screens[name] ?? [])];
    const shell = this.#development.has(shellApp) ? undefined : releases.get(shellApp);
    const used = [...(release.uses?.[name] ?? []), ...(route?.uses ?? [])];
    const shared = new Set(used.flatMap((request) => shell?.sharedScripts?.[request] ?? []));
    const verified = (of: Release) => (file: string) => ({
      url: releasePath(of.app, of.version) + file,
      integrity: integrityOf(of, file),
    });
    return {
      scripts: [
        ...files.map(verified(release)),
        ...(shell ? [...shared].map(verified(shell)) : []),
      ],
      questions: release.questions?.[name] ?? [],
    };
  }
}

const nothingPublished: Published = {
  candidates: {},
  shell: null,
  releases: new Map(),
  pages: {},
  problems: [],
  withShellBefore: null,
};
