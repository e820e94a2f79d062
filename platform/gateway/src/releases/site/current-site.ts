import { canariesOf } from '@kargo/release-log/log/served-releases';
import type { VersionsInUse } from '@kargo/shared-types/releases/page-release';
import { developmentVersion } from '@kargo/shared-types/releases/release-addresses';
import type { WhoMade } from '@kargo/shared-types/releases/who-made';
import { fetchDevelopmentShell, withDevelopment } from './development.ts';
import { canariesFor, noPins } from './pins.ts';
import { previewOf, type SeenPreview, type SiteSources, seePreview } from './previews.ts';
import {
  hasShell,
  type Published,
  type Site,
  SiteUnavailableError,
  shellApp,
  versionsRun,
} from './published.ts';
import { newVisitorId, type Visitor } from './visitor.ts';

/** The site that one visitor gets. */
interface Visit {
  published: Published;
  /** Whether some visitors get different releases. */
  hasCanaries: boolean;
  /** A new id, which decides about canaries, for a visitor who has none yet. */
  newId: string | undefined;
  /** The preview that the visitor has opened. */
  preview: SeenPreview | undefined;
}

/** The site as visitors get it, with development servers in place of some apps. */
export class CurrentSite {
  readonly #on: SiteSources;

  constructor(on: SiteSources) {
    this.#on = on;
  }

  /** Prefers previews to canaries, these to current releases, and a fallback to a failed shell. */
  async seenBy(visitor: Visitor): Promise<Visit> {
    const current = await this.#published();
    if (this.#on.env.KARGO_DEV_APPS.size > 0)
      return { published: current, hasCanaries: false, newId: undefined, preview: undefined };
    const hasCanaries = canariesOf(current.state).size > 0;
    const newId = hasCanaries && !visitor.id ? newVisitorId() : undefined;
    const { preview: token, failedShell } = visitor;
    // If the current shell fails, a canary would lead back to it.
    const mayGetCanaries = hasCanaries && failedShell !== current.releases.get(shellApp)?.version;
    const id = newId ?? visitor.id ?? '';
    const canaries = mayGetCanaries ? canariesFor(current.state, id) : noPins;
    const preview = token
      ? await seePreview(this.#on, token, current, canaries, failedShell)
      : undefined;
    const published = preview?.published ?? (await this.#on.releases.with(canaries, current));
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
   * Returns the site without canaries and previews.
   *
   * @throws SiteUnavailableError while there is no shell
   */
  async get(): Promise<Site> {
    return this.#siteOf(await this.#published());
  }

  /** Returns the versions that visitors' pages may run, by app. */
  async versionsInUse(): Promise<VersionsInUse> {
    const published = await this.#on.releases.current();
    const apps = [...published.state.records.keys()];
    return Object.fromEntries(apps.map((app) => [app, versionsRun(published, app)]));
  }

  /** Describes the releases that pages may run. Names only owners: no CI run, commit or person. */
  async whoMade(visitor: Visitor): Promise<WhoMade> {
    const { published, preview } = await this.seenBy(visitor);
    const { state, releases, releaseMap } = published;
    const apps = [...new Set([...state.records.keys(), ...releases.keys()])].map((app) => {
      const loadable = releaseMap[app]?.map(({ version }) => version) ?? [];
      const { current, next } = state.records.get(app)?.record ?? {};
      const origin = (version: string) => {
        if (version === current?.version) return { came: 'current', since: current.at };
        if (preview && 'apps' in preview && version === preview.apps[app])
          return { came: 'preview' };
        if (version === next?.version) return { came: `canary (${next.percent}%)`, since: next.at };
        return { came: version === loadable[0] ? 'fallback' : 'replaced' };
      };
      const versions = new Set([...loadable, ...versionsRun(published, app)]);
      versions.delete(developmentVersion);
      const described = Object.fromEntries([...versions].map((it) => [it, origin(it)]));
      return [app, { owner: releases.get(app)?.owner, releases: described }];
    });
    return Object.fromEntries(apps);
  }

  /** Whether a link may be opened. Otherwise any site could end a preview with an invalid link. */
  async mayOpen(token: string, { preview }: Visitor): Promise<boolean> {
    const isValid = async (it: string) => (await previewOf(it, this.#on.env)) !== undefined;
    return !preview || (await isValid(token)) || !(await isValid(preview));
  }

  /** Everybody may get the files of a release that the log names; else those who preview it. */
  async readersOf(
    app: string,
    version: string,
    { preview }: Visitor,
  ): Promise<'public' | 'private' | undefined> {
    const previewed = preview && (await previewOf(preview, this.#on.env));
    if (previewed && previewed.apps[app] === version) return 'private';
    return (await this.#on.releases.hasNamed(app, version)) ? 'public' : undefined;
  }

  async #published(): Promise<Published> {
    return withDevelopment(await this.#on.releases.current(), this.#on.env.KARGO_DEV_APPS);
  }

  async #siteOf(published: Published): Promise<Site> {
    const origin = this.#on.env.KARGO_DEV_APPS.get(shellApp);
    if (origin) return { ...published, shell: await fetchDevelopmentShell(origin) };
    if (hasShell(published)) return published;
    if (published.state.withheld.has(shellApp))
      throw new SiteUnavailableError('The site cannot be shown at the moment.');
    throw new SiteUnavailableError('The site has not been published yet.');
  }
}
