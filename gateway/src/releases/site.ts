import type { PrerenderedPage, Release, ReleaseCandidates } from 'shared-types/release';
import { fetchDevelopmentShell } from './development-shell.ts';
import { type Published, type Shell, SiteUnavailableError, shellApp } from './published.ts';
import type { ReleaseStore } from './release-store.ts';

/**
 * Everything a page is made of, apart from the configuration. The same object until something
 * changes.
 */
export interface Site {
  candidates: ReleaseCandidates;
  shell: Shell;
  /**
   * What a page has of a screen such as `marketing/Home`: scripts to preload, and questions. Nothing
   * for no screen, of a remote that is not published, or from a development server.
   */
  screen(screen: string | null): { scripts: string[]; questions: Questions };
  /** The page at a path as it was rendered beforehand, if it was; not while an app is developed. */
  prerendered(path: string): PrerenderedPage | undefined;
}

/** Origins of webpack development servers by app name, such as `profile`. */
export type DevelopmentApps = ReadonlyMap<string, string>;

export type Questions = NonNullable<Release['questions']>[string];

/** The current site: releases, with apps in development in place of theirs. */
export class CurrentSite {
  readonly #store: ReleaseStore;
  readonly #development: DevelopmentApps;
  readonly #sites = new WeakMap<Published, Site>();

  constructor(store: ReleaseStore, development: DevelopmentApps) {
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

  async #published(failedShell?: string): Promise<Published> {
    const published = (await this.#store.current()) ?? nothingPublished;
    const hasFailed = failedShell === published.releases.get(shellApp)?.version;
    return (hasFailed && published.withShellBefore) || published;
  }

  #compose(published: Published, shell: Shell): Site {
    return {
      candidates: this.#candidates(published),
      shell,
      screen: (screen) => this.#screen(published, screen ?? ''),
      // Hot reload needs all inline styles; the hash of one would forbid the others.
      prerendered: (path) => (this.#development.size > 0 ? undefined : published.pages[path]),
    };
  }

  #candidates({ candidates }: Published): ReleaseCandidates {
    const overrides = [...this.#development].map(([app, origin]) => [
      app,
      // The page itself names the shell's script.
      app === shellApp ? [] : [{ url: `${origin}/remoteEntry.js`, version: 'dev' }],
    ]);
    return { ...candidates, ...Object.fromEntries(overrides) };
  }

  #screen({ candidates, releases }: Published, screen: string): ReturnType<Site['screen']> {
    const [app = '', name = ''] = screen.split('/');
    const release = releases.get(app);
    const url = candidates[app]?.[0]?.url;
    if (!release || !url || this.#development.has(app)) return { scripts: [], questions: [] };
    const folder = url.slice(0, url.lastIndexOf('/') + 1);
    const files = release.screens[name] ?? [];
    return {
      scripts: [url, ...files.map((file) => folder + file)],
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
