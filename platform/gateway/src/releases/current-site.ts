import { canariesOf } from '@kargo/release-log/log/served-releases';
import type { VersionsInUse } from '@kargo/shared-types/releases/release';
import { developmentVersion } from '@kargo/shared-types/releases/release-addresses';
import type { WhoMade } from '@kargo/shared-types/releases/who-made';
import type { DevelopmentApps } from '../env.ts';
import type { CurrentReleases } from './current-releases.ts';
import { fetchDevelopmentShell, withDevelopment } from './development.ts';
import { canariesFor, noPins } from './pins.ts';
import type { Previews, SeenPreview } from './previews.ts';
import {
  hasShell,
  type Published,
  type Site,
  SiteUnavailableError,
  shellApp,
  versionsRun,
} from './published.ts';
import { newVisitorId, type Visitor } from './visitor.ts';

/** The site as one visitor gets it. */
interface Visit {
  published: Published;
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

  constructor(store: CurrentReleases, previews: Previews, development: DevelopmentApps) {
    this.#store = store;
    this.#previews = previews;
    this.#development = development;
  }

  /** Current releases, then canaries, then previewed ones. A shell that failed gives way to its fallback. */
  async seenBy(visitor: Visitor): Promise<Visit> {
    const current = await this.#published();
    if (this.#development.size > 0)
      return { published: current, hasCanaries: false, newId: undefined, preview: undefined };
    const hasCanaries = canariesOf(current.state).size > 0;
    const newId = hasCanaries && !visitor.id ? newVisitorId() : undefined;
    const { preview: token, failedShell } = visitor;
    // Where the current shell fails, a canary would lead back to it.
    const mayGetCanaries = hasCanaries && failedShell !== current.releases.get(shellApp)?.version;
    const id = newId ?? visitor.id ?? '';
    const canaries = mayGetCanaries ? canariesFor(current.state, id) : noPins;
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

  /** @throws SiteUnavailableError while there is no shell */
  async for(visitor: Visitor): Promise<Visit & { site: Site }> {
    const visit = await this.seenBy(visitor);
    return { ...visit, site: await this.#siteOf(visit.published) };
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
    const published = await this.#store.current();
    const apps = [...published.state.records.keys()];
    return Object.fromEntries(apps.map((app) => [app, versionsRun(published, app)]));
  }

  /** Tells of the releases that pages of a visitor may run. It names no run, no commit, and nobody but owners. */
  async whoMade(visitor: Visitor): Promise<WhoMade> {
    const { published, preview } = await this.seenBy(visitor);
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
      const versions = new Set([...loadable, ...versionsRun(published, app)]);
      versions.delete(developmentVersion);
      const told = Object.fromEntries([...versions].map((it) => [it, howItCame(it)]));
      return [app, { owner: releases.get(app)?.owner, releases: told }];
    });
    return Object.fromEntries(apps);
  }

  /** Whether a link may be opened: any site could end the opened preview by a link that is not valid. */
  async mayOpen(token: string, { preview }: Visitor): Promise<boolean> {
    const isValid = async (it: string) => (await this.#previews.verified(it)) !== undefined;
    return !preview || (await isValid(token)) || !(await isValid(preview));
  }

  /** Returns whether all may request files of this release, which the log names, or only whose preview names it. */
  async readersOf(
    app: string,
    version: string,
    { preview }: Visitor,
  ): Promise<'public' | 'private' | undefined> {
    if (preview && (await this.#previews.names(preview, app, version))) return 'private';
    return (await this.#store.hasNamed(app, version)) ? 'public' : undefined;
  }

  async #published(): Promise<Published> {
    return withDevelopment(await this.#store.current(), this.#development);
  }

  async #siteOf(published: Published): Promise<Site> {
    const origin = this.#development.get(shellApp);
    if (origin) return { ...published, shell: await fetchDevelopmentShell(origin) };
    if (hasShell(published)) return published;
    throw new SiteUnavailableError('The site has not been published yet.');
  }
}
