import { emptyState } from '@kargo/release-log/log/log-state';
import { canariesOf } from '@kargo/release-log/log/served-releases';
import {
  integrityOf,
  type PrerenderedPage,
  type Release,
  type ReleaseCandidates,
  type ScreenTexts,
  textsOf,
  titlesOf,
  type VersionsInUse,
} from '@kargo/shared-types/releases/release';
import { developmentVersion, releasePath } from '@kargo/shared-types/releases/release-addresses';
import type { WhoMade } from '@kargo/shared-types/releases/who-made';
import type { DevelopmentApps } from '../env.ts';
import type { CurrentReleases } from './current-releases.ts';
import { fetchDevelopmentReleases, fetchDevelopmentShell } from './development.ts';
import { canariesFor, noPins } from './pins.ts';
import type { Previews, SeenPreview } from './previews.ts';
import {
  type Published,
  type Route,
  type Shell,
  SiteUnavailableError,
  shellApp,
  versionsRun,
} from './published.ts';
import { newVisitorId, type Visitor } from './visitor.ts';

/** All parts of a page but the configuration. Stays the same object until something changes. */
export interface Site {
  candidates: ReleaseCandidates;
  shell: Shell;
  /** Whether browsers in which this shell fails can request the one before; they cannot go on to a third one. */
  hasShellBefore: boolean;
  /**
   * Returns the scripts to preload for a route, shared ones included. None if it has no screen, its
   * remote is not published, or it comes from a development server.
   */
  scripts(route: Route): { url: string; integrity: string | undefined }[];
  texts(route: Route): ScreenTexts;
  /** Returns the prerendered page at a path, if there is one; undefined while an app is developed. */
  prerendered(path: string): PrerenderedPage | undefined;
}

/** The ways in which the site differs for one visitor. */
interface Visit {
  /** Whether some visitors get other releases than the rest. */
  hasCanaries: boolean;
  /** The id by which canaries are given to a visitor who has none yet. */
  newId: string | undefined;
  /** The preview that the visitor has opened. */
  preview: SeenPreview | undefined;
}

/** The current site: the releases, with development servers in place of some apps. */
export class CurrentSite {
  readonly #store: CurrentReleases;
  readonly #previews: Previews;
  readonly #development: DevelopmentApps;
  readonly #sites = new WeakMap<Published, Site>();

  constructor(store: CurrentReleases, previews: Previews, development: DevelopmentApps) {
    this.#store = store;
    this.#previews = previews;
    this.#development = development;
  }

  /** Returns the releases that pages of a visitor may load; empty before the first publish. */
  async candidates(visitor: Visitor): Promise<Visit & { candidates: ReleaseCandidates }> {
    const { published, ...visit } = await this.#seenBy(visitor);
    return { ...visit, candidates: this.#candidates(published) };
  }

  /** @throws SiteUnavailableError while there is no shell */
  async for(visitor: Visitor): Promise<Visit & { site: Site }> {
    const { published, ...visit } = await this.#seenBy(visitor);
    return { ...visit, site: await this.#siteOf(published) };
  }

  /**
   * Returns the site as it is without canaries and previews.
   *
   * @throws SiteUnavailableError while there is no shell
   */
  async get(): Promise<Site> {
    return this.#siteOf(await this.#published());
  }

  /** Returns the versions that pages of visitors may run, by app. */
  async versionsInUse(): Promise<VersionsInUse> {
    const published = await this.#published();
    const apps = [...published.state.records.keys()];
    return Object.fromEntries(apps.map((app) => [app, versionsRun(published, app)]));
  }

  /** Tells of the releases that pages of a visitor may run. It names no run, no commit, and nobody but owners. */
  async whoMade(visitor: Visitor): Promise<WhoMade> {
    const { published, preview } = await this.#seenBy(visitor);
    const { state, releases, candidates } = published;
    const apps = [...new Set([...state.records.keys(), ...releases.keys()])].map((app) => {
      const loadable = candidates[app]?.map(({ version }) => version) ?? [];
      const { current, next } = state.records.get(app)?.record ?? {};
      const howItCame = (version: string) => {
        if (version === current?.version) return { came: 'current', since: current.at };
        if (preview && 'apps' in preview && version === preview.apps[app])
          return { came: 'preview' };
        if (version === next?.version) return { came: `canary (${next.percent}%)`, since: next.at };
        return { came: version === loadable[0] ? 'fallback' : 'replaced' };
      };
      const versions = [...new Set([...loadable, ...versionsRun(published, app)])];
      const told = Object.fromEntries(versions.map((it) => [it, howItCame(it)]));
      return [app, { owner: releases.get(app)?.owner, releases: told }];
    });
    return Object.fromEntries(apps);
  }

  async #siteOf(published: Published): Promise<Site> {
    const origin = this.#development.get(shellApp);
    if (origin) return this.#compose(published, await fetchDevelopmentShell(origin));
    if (!published.shell) throw new SiteUnavailableError('The site has not been published yet.');
    const site = this.#sites.get(published) ?? this.#compose(published, published.shell);
    this.#sites.set(published, site);
    return site;
  }

  /** Whether a visitor may request files of this release: the log or the visitor's preview names it. */
  async mayLoad(app: string, version: string, { preview }: Visitor): Promise<boolean> {
    if (preview && (await this.#previews.names(preview, app, version))) return true;
    return this.#store.hasNamed(app, version);
  }

  async #published(): Promise<Published> {
    const published = (await this.#store.current()) ?? nothingPublished;
    if (this.#development.size === 0) return published;
    const developed = await fetchDevelopmentReleases(this.#development);
    return { ...published, releases: new Map([...published.releases, ...developed]) };
  }

  /** Current releases, then canaries, then previewed ones. A shell that failed gives way to its fallback. */
  async #seenBy(visitor: Visitor): Promise<Visit & { published: Published }> {
    const current = await this.#published();
    if (this.#development.size > 0) return { ...sameForAll, published: current };
    const hasCanaries = canariesOf(current.state).size > 0;
    const newId = hasCanaries && !visitor.id ? newVisitorId() : undefined;
    const canaries = hasCanaries ? canariesFor(current.state, newId ?? visitor.id ?? '') : noPins;
    const { preview: token, failedShell } = visitor;
    const preview = token
      ? await this.#previews.see(token, current, canaries, failedShell)
      : undefined;
    const published = preview?.published ?? (await this.#store.with(canaries, current));
    const hasFailed = failedShell === published.releases.get(shellApp)?.version;
    return {
      published: (hasFailed && published.withShellBefore) || published,
      hasCanaries,
      newId,
      preview: preview?.seen,
    };
  }

  #compose(published: Published, shell: Shell): Site {
    return {
      candidates: this.#candidates(published),
      shell,
      hasShellBefore: published.withShellBefore !== null,
      scripts: (route) => this.#scripts(published, route),
      texts: (route) => textsOf(route, shell.routes, published.releases),
      // Hot reload needs all inline styles; a hash in the policy would forbid those without one.
      prerendered: (path) => (this.#development.size > 0 ? undefined : published.pages[path]),
    };
  }

  #candidates({ candidates, releases }: Published): ReleaseCandidates {
    const overrides = [...this.#development].map(([app, origin]) => [
      app,
      // The page itself contains the shell's script.
      app === shellApp
        ? []
        : [
            {
              url: `${origin}/remoteEntry.js`,
              version: developmentVersion,
              titles: titlesOf(releases.get(app) ?? {}),
            },
          ],
    ]);
    return { ...candidates, ...Object.fromEntries(overrides) };
  }

  #scripts({ candidates, releases }: Published, { screen, uses = [] }: Route) {
    const [app = '', name = ''] = screen?.split('/') ?? [];
    const release = releases.get(app);
    const url = candidates[app]?.[0]?.url;
    if (!release || !url || this.#development.has(app)) return [];
    const files = [release.entry, ...(release.screens[name] ?? [])];
    const shell = this.#development.has(shellApp) ? undefined : releases.get(shellApp);
    const used = [...(release.uses?.[name] ?? []), ...uses];
    const shared = new Set(used.flatMap((request) => shell?.sharedScripts?.[request] ?? []));
    const verified = (of: Release) => (file: string) => ({
      url: releasePath(of.app, of.version) + file,
      integrity: integrityOf(of, file),
    });
    return [...files.map(verified(release)), ...(shell ? [...shared].map(verified(shell)) : [])];
  }
}

const sameForAll: Visit = { hasCanaries: false, newId: undefined, preview: undefined };

const nothingPublished: Published = {
  state: emptyState,
  candidates: {},
  shell: null,
  releases: new Map(),
  pages: {},
  problems: [],
  withShellBefore: null,
};
