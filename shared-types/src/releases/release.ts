import { type Static, Type } from 'typebox';
import { JsonSchema } from '../api/json-schema.ts';
import type { RemoteName } from '../page/screens.ts';
import { releasePath } from './release-addresses.ts';

/** An app that is published as releases: the shell, or a remote. */
export type AppName = RemoteName | 'shell';

const FileHash = Type.Object({
  /** SHA-384 as base64. */
  sha384: Type.String(),
  /** In bytes. */
  size: Type.Integer({ minimum: 0 }),
});
export type FileHash = Static<typeof FileHash>;

const ReleaseFile = Type.Interface([FileHash], {
  /** Compressed variants of the file, by suffix such as `.br`. */
  variants: Type.Optional(Type.Record(Type.String(), FileHash)),
});
export type ReleaseFile = Static<typeof ReleaseFile>;

/** What the page of a screen is called, and how it is described to search engines. */
const ScreenTexts = Type.Object({
  /** Title of the window, of search results and of shared links. No two public pages have the same. */
  title: Type.String(),
  /** One or two sentences for search results and shared links, where the page is worth them. */
  description: Type.Optional(Type.String()),
  /**
   * Questions and answers on the screen, for search engines, with `contactEmailPlaceholder` in place of the
   * contact address.
   */
  questions: Type.Optional(
    Type.Array(Type.Object({ question: Type.String(), answer: Type.String() })),
  ),
});
export type ScreenTexts = Static<typeof ScreenTexts>;

/** What a release expects of one call of the API, as JSON Schemas. */
const ExpectedCall = Type.Object({
  /** The request, see `requestOf`; missing if other apps make the call. */
  sends: Type.Optional(JsonSchema),
  /** A successful response; missing if nobody reads it. Older releases have only the fields that they read. */
  reads: Type.Optional(JsonSchema),
});

const SampleAnswers = Type.Record(Type.String(), Type.Unknown());

/** `release.json`, written into a build and published with it. File names are relative to the release's folder. */
export const Release = Type.Object({
  /** An `AppName`; it becomes a folder name and part of an address. */
  app: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  version: Type.String({ pattern: '^[0-9A-Za-z][0-9A-Za-z.+-]*$' }),
  /** The script that starts the app: a remote's entry, or the shell's first script. */
  entry: Type.String(),
  /** Per exposed screen, the scripts to fetch early. Empty for the shell. */
  screens: Type.Record(Type.String(), Type.Array(Type.String())),
  /** The team that owns the app. */
  owner: Type.Optional(Type.String()),
  /** The commit it was built from, with `-dirty` at the end if there were uncommitted changes. */
  commit: Type.Optional(Type.String()),
  /** As ISO 8601. */
  builtAt: Type.Optional(Type.String()),
  /** In a remote: the shared modules that the shell has to provide, with their version ranges. */
  needs: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** In a remote: per exposed screen, the shared modules that it needs to start. */
  uses: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  /** In the shell: the shared modules that it provides, with their versions. */
  provides: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** In the shell: the packages that no remote may have a copy of. */
  sharedPackages: Type.Optional(Type.Array(Type.String())),
  /** In a remote: the packages of which it contains code, with their versions. */
  bundles: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** In the shell: the scripts of each shared module that is not part of its entry. */
  sharedScripts: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  /** In the shell: the screens that it routes to, such as `marketing/Home`. */
  routes: Type.Optional(Type.Array(Type.String())),
  /** In the shell: those of them that everybody may see. */
  publicRoutes: Type.Optional(Type.Array(Type.String())),
  /** The calls of the API that it names or whose responses it may read, such as `GET /verify`; see `named-calls.ts` in tools. */
  calls: Type.Optional(Type.Record(Type.String(), ExpectedCall)),
  /**
   * Sample responses of the API for the smoke test, by call such as `GET /verify`. An `ErrorBody` is sent with
   * its status.
   */
  samples: Type.Optional(SampleAnswers),
  /** The kinds of drivers that the smoke test signs in, each with the sample responses of its own. */
  drivers: Type.Optional(Type.Record(Type.String(), SampleAnswers)),
  /** All files except `release.json`, by path. Added when the release is published. */
  files: Type.Optional(Type.Record(Type.String(), ReleaseFile)),
  /** In a remote: the texts of each exposed screen. Missing in releases that were built before this field existed. */
  texts: Type.Optional(Type.Record(Type.String(), ScreenTexts)),
});
export type Release = Static<typeof Release>;

/** A release that an app may be loaded from: the address of its entry script, and its version. */
export interface ReleaseCandidate {
  url: string;
  version: string;
  /** `integrity` attribute of the entry script; none for an app on a development server. */
  integrity?: string | undefined;
  /** Titles of its screens. Missing in releases that were built before remotes had titles. */
  titles?: Record<string, string> | undefined;
  /** `integrity` attributes of its screens' styles, see `stylesPath`; for pages that are already open. */
  styles?: Record<string, string> | undefined;
  /** Whether pages tell which of its screens are shown, because a canary of the app runs. */
  isCounted?: true | undefined;
}

/**
 * The releases that pages may load, by app: the current release first, its fallback second. Sent in
 * the page's block `releaseMap` and at `releaseMapPath`.
 */
export type ReleaseCandidates = Partial<Record<string, ReleaseCandidate[]>>;

/** The versions that pages of visitors may run, by app. Sent at `versionsInUsePath`. */
export const VersionsInUse = Type.Record(Type.String(), Type.Array(Type.String()));
export type VersionsInUse = Static<typeof VersionsInUse>;

export const candidateOf = (release: Release): ReleaseCandidate => ({
  url: releasePath(release.app, release.version) + release.entry,
  version: release.version,
  integrity: integrityOf(release, release.entry),
  titles: titlesOf(release),
});

/** Returns the titles of a release's screens; undefined if it has none. */
export function titlesOf({ texts }: Pick<Release, 'texts'>): ReleaseCandidate['titles'] {
  if (!texts) return undefined;
  return Object.fromEntries(Object.entries(texts).map(([name, { title }]) => [name, title]));
}

/** Returns the `integrity` attribute for a file of a published release. */
export function integrityOf({ files }: Release, file: string): string | undefined {
  const sha384 = files?.[file]?.sha384;
  return sha384 && `sha384-${sha384}`;
}

/** How the site is shown in search results and shared links. Paths start at its root. */
const SiteIdentity = Type.Object({
  name: Type.String(),
  logo: Type.String(),
  /** Shown beside shared links. Width and height in px. */
  picture: Type.Object({
    path: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    alt: Type.String(),
  }),
});

/** `routes.json`, written into the shell's release: the routes for the gateway. */
export const PublishedRoutes = Type.Object({
  routes: Type.Array(
    Type.Object({
      /** The path as linked; the gateway ignores its case. */
      path: Type.String(),
      /** Route name, such as `Home`. */
      name: Type.String(),
      /** Screen shown there, such as `marketing/Home`; null if the shell itself renders the page. */
      screen: Type.Union([Type.String(), Type.Null()]),
      /**
       * Title and description where no remote's release has them: of a page that the shell renders itself, or in
       * a site that was released before remotes had titles.
       */
      title: Type.Optional(Type.String()),
      description: Type.Optional(Type.String()),
      /** Whether anybody may see the page, so that it can be prerendered. */
      isPublic: Type.Boolean(),
      /** Whether a driver who is signed in is sent to the profile instead. */
      isForVisitors: Type.Optional(Type.Boolean()),
      /**
       * Whether a page for signed-in drivers is prerendered all the same, with placeholders for their data. Its
       * early script starts the calls for these, see `shell/src/inline/early-calls.ts`.
       */
      hasFrame: Type.Optional(Type.Boolean()),
      /**
       * How much of its remote's files the screen may load, compressed, in kB: scripts, styles, and all together
       * with pictures. Film and sound are not counted.
       */
      limit: Type.Optional(
        Type.Object({ script: Type.Number(), style: Type.Number(), total: Type.Number() }),
      ),
      /** Shared modules that the shell itself needs there, in addition to its entry. */
      uses: Type.Optional(Type.Array(Type.String())),
      /** Keeps search engines away; left out if they may list the page. */
      robots: Type.Optional(Type.Literal('noindex')),
      /** Keeps the page's address from other sites; left out for the default policy. */
      referrer: Type.Optional(Type.Literal('no-referrer')),
    }),
  ),
  notFoundTitle: Type.String(),
  /** Missing in shells that were built before this field existed. */
  identity: Type.Optional(SiteIdentity),
});
export type PublishedRoutes = Static<typeof PublishedRoutes>;

/**
 * Returns the texts of a page: those of its screen; where no release has them, the title of the route or the name
 * of the site.
 */
export function textsOf(
  { screen, title, description }: PublishedRoutes['routes'][number],
  { identity }: PublishedRoutes,
  releases: ReadonlyMap<string, Release>,
): ScreenTexts {
  const [app = '', name = ''] = screen?.split('/') ?? [];
  const ofRoute = { title: title ?? identity?.name ?? '', ...(description ? { description } : {}) };
  return releases.get(app)?.texts?.[name] ?? ofRoute;
}

/** Returns the paths that are prerendered with a remote: those of its screens that all visitors see the same. */
export function prerenderedPaths({ routes }: PublishedRoutes, remote: string): string[] {
  return routes
    .filter(({ isPublic, hasFrame, screen }) => {
      return (isPublic || hasFrame) && screen?.startsWith(`${remote}/`);
    })
    .map(({ path }) => path);
}

/** A page as the shell's Node bundle renders it. */
const PrerenderedPage = Type.Object({
  /** Content of `#root`. */
  html: Type.String(),
  /** The page's styles, as the text of a `<style>`. */
  css: Type.String(),
});
export type PrerenderedPage = Static<typeof PrerenderedPage>;

/** Pages by path. */
export const PrerenderedPages = Type.Record(Type.String(), PrerenderedPage);
export type PrerenderedPages = Static<typeof PrerenderedPages>;

/** The public pages of one remote rendered with one shell, or of the shell alone; see `pagesFile`. */
export const PagesOfPair = Type.Object({
  /** Version of the shell. */
  shell: Type.String(),
  /** The remote, or `shell`. */
  app: Type.String(),
  version: Type.String(),
  pages: PrerenderedPages,
});
export type PagesOfPair = Static<typeof PagesOfPair>;
