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
 * Everything that a page consists of, apart from the configuration. The object stays the same until
 * something changes.
 */
export interface Site {
  candidates: ReleaseCandidates;
  shell: Shell;
  /**
   * Returns the scripts to preload for a route's screen, shared ones included, and its questions. Empty
   * if there is no screen, its remote is not published, or it comes from a development server.
   */
  screen(route: Pick<Route, 'screen' | 'uses'> | null): Screen;
  /** Returns the prerendered page at a path, if there is one; undefined while an app is developed. */
  prerendered(path: string): PrerenderedPage | undefined;
}

/** Origins of webpack development servers by app name, such as `profile`. */
export type DevelopmentApps = ReadonlyMap<string, string>;

interface VerifiedScript {
  url: string;
  /** The `integrity` attribute. */
  integrity: string | undefined;
}

interface Screen {
  scripts: VerifiedScript[];
  questions: Questions;
}

export type Questions = NonNullable<Release['questions']>[string];

/** The current site: the releases, with development servers in place of some apps. */
export class CurrentSite {
  readonly #store: CurrentReleases;
  readonly #development: DevelopmentApps;
  readonly #sites = new WeakMap<Published, Site>();

  constructor(store: CurrentReleases, development: DevelopmentApps) {
    this.#store = store;
    this.#development = development;
  }

  /** Returns the releases that pages may load; empty before the first publish. See `get`. */
  async candidates(failedShell?: string): Promise<ReleaseCandidates> {
    return this.#candidates(await this.#published(failedShell));
  }

  /**
   * @param failedShell version of a shell that failed; if it is the current one, the result has the
   *   previous shell
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

  /** Whether pages may request files of this release, because it is or was in the log. */
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
      // Hot reload needs all inline styles; a hash in the policy would forbid those without one.
      prerendered: (path) => (this.#development.size > 0 ? undefined : published.pages[path]),
    };
  }

  #candidates({ candidates }: Published): ReleaseCandidates {
    const overrides = [...this.#development].map(([app, origin]) => [
      app,
      // The page itself contains the shell's script.
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
