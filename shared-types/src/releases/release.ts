import { type Static, Type } from 'typebox';
import { JsonSchema } from '../api/json-schema.ts';
import type { RemoteName } from '../page/screens.ts';
import { releasePath, stylesFile } from './release-addresses.ts';

/** An app that is published as releases: the shell, or a remote. */
export type AppName = RemoteName | 'shell';

export interface ReleaseName {
  app: string;
  version: string;
}

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
  /** Questions and answers on the screen, for search engines. `contactEmailPlaceholder` stands for the contact address. */
  questions: Type.Optional(
    Type.Array(Type.Object({ question: Type.String(), answer: Type.String() })),
  ),
});
export type ScreenTexts = Static<typeof ScreenTexts>;

/** What a release expects of one call of the API, as JSON Schemas. */
const ExpectedCall = Type.Object({
  /** The request, see `requestOf`; missing if other apps make the call. */
  sends: Type.Optional(JsonSchema),
  /** A successful response; missing if nobody reads it. */
  reads: Type.Optional(JsonSchema),
});

/** Where the shell finds the container that the entry of a remote makes, with `init` and `get`. */
const Container = Type.Object({
  /** `global`: a script that defines it on `window`. `module`: an ES module that exports it. */
  type: Type.Union([Type.Literal('global'), Type.Literal('module')]),
  /** Its name on `window`; the manifest's `metaData.globalName`. */
  name: Type.String({ pattern: '^[A-Za-z_$][\\w$-]*$' }),
  /** Name on `window` of the list that the scripts of webpack or Rspack add their chunks to. */
  chunkList: Type.Optional(Type.String({ pattern: '^[A-Za-z_$][\\w$.+-]*$' })),
});
export type Container = Static<typeof Container>;

const SampleAnswers = Type.Record(Type.String(), Type.Unknown());

/** `release.json`, made of a build when it is stored. File names are relative to the release's folder. */
export const StoredRelease = Type.Object({
  /** An `AppName`; it becomes a folder name and part of an address. */
  app: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  version: Type.String({ pattern: '^[0-9A-Za-z][0-9A-Za-z.+-]*$' }),
  /** The script that starts the app: a remote's entry, or the shell's first script. */
  entry: Type.String(),
  /** Per exposed screen, the scripts to fetch early. Empty for the shell. */
  screens: Type.Record(Type.String(), Type.Array(Type.String())),
  /** In a remote: per exposed screen, the style sheets of its own. */
  styles: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  /** In a remote that `defineRemote` did not build: in others names are fixed, and hashes in the entry. */
  container: Type.Optional(Container),
  /** The team that owns the app. */
  owner: Type.Optional(Type.String()),
  /** The commit it was built from, with `-dirty` at the end if there were uncommitted changes. */
  commit: Type.Optional(Type.String()),
  /** As ISO 8601. */
  builtAt: Type.String(),
  /** In a remote: the shared modules that the shell has to provide, with their version ranges. */
  needs: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** In a remote: per exposed screen, the shared modules that it needs to start. */
  uses: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  /** In the shell: the shared modules that it provides, with their versions. */
  provides: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** In the shell: the packages that no remote may have a copy of. */
  sharedPackages: Type.Optional(Type.Array(Type.String())),
  /** In a remote: the packages of which its source maps name code, with their versions if known. */
  bundles: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** In a remote: the scripts of its own copies of shared modules, which are loaded where the shell lacks these. */
  copies: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  /** In the shell: the scripts of each shared module that is not part of its entry. */
  sharedScripts: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  /** In the shell: the screens that it routes to, such as `marketing/Home`. */
  routes: Type.Optional(Type.Array(Type.String())),
  /** In the shell: those of them that everybody may see. */
  publicRoutes: Type.Optional(Type.Array(Type.String())),
  /** The calls of the API that it names or whose responses it may read, such as `GET /verify`; see `call-schemas.ts` in delivery. */
  calls: Type.Record(Type.String(), ExpectedCall),
  /** Sample responses for the smoke test, by call such as `GET /verify`. An `ErrorBody` is sent with its status. */
  samples: Type.Optional(SampleAnswers),
  /** The kinds of drivers that the smoke test signs in, each with the sample responses of its own. */
  drivers: Type.Optional(Type.Record(Type.String(), SampleAnswers)),
  /** All files except `release.json`, by path. Added when the release is published. */
  files: Type.Optional(Type.Record(Type.String(), ReleaseFile)),
  /** In a remote: the texts of each exposed screen. */
  texts: Type.Optional(Type.Record(Type.String(), ScreenTexts)),
});
export type StoredRelease = Static<typeof StoredRelease>;

/** A release that a page may load. */
export interface PageRelease extends ReleaseName {
  /** Address of its entry script. */
  url: string;
  /** `integrity` attribute of the entry script; none for an app on a development server. */
  integrity?: string | undefined;
  /** As in `StoredRelease`. */
  container?: Container | undefined;
  /** `integrity` attributes of its scripts and styles by path, if it has a `container`. */
  hashes?: Record<string, string> | undefined;
  /** In a remote: the titles of its screens. */
  titles?: Record<string, string> | undefined;
  /** `integrity` attribute of its styles, see `stylesPath`; none if it has no such file. */
  styles?: string | undefined;
  /** Whether pages tell which of its screens are shown, because a canary of the app runs. */
  isCounted?: true | undefined;
}

/**
 * The releases that pages may load, by app: the current release first, its fallback second. Sent in
 * the page's block `releaseMap` and at `releaseMapPath`.
 */
export type ReleaseMap = Partial<Record<string, Omit<PageRelease, 'app'>[]>>;

/** The versions that pages of visitors may run, by app. Sent at `versionsInUsePath`. */
export const VersionsInUse = Type.Record(Type.String(), Type.Array(Type.String()));
export type VersionsInUse = Static<typeof VersionsInUse>;

export const pageRelease = (release: StoredRelease): Omit<PageRelease, 'app'> => ({
  url: releasePath(release.app, release.version) + release.entry,
  version: release.version,
  integrity: integrityOf(release, release.entry),
  titles: titlesOf(release),
  ...(release.container ? ofContainer(release) : { styles: integrityOf(release, stylesFile) }),
});

function ofContainer({ container, files = {} }: StoredRelease): Partial<PageRelease> {
  const loaded = Object.entries(files).filter(([file]) => /\.(m?js|css)$/.test(file));
  const hashes = loaded.map(([file, { sha384 }]) => [file, `sha384-${sha384}`] as const);
  return { container, hashes: Object.fromEntries(hashes) };
}

/** Returns the titles of a remote's screens; undefined for the shell. */
export function titlesOf({ texts }: Pick<StoredRelease, 'texts'>): PageRelease['titles'] {
  if (!texts) return undefined;
  return Object.fromEntries(Object.entries(texts).map(([name, { title }]) => [name, title]));
}

/** Returns the `integrity` attribute for a file of a published release. */
export function integrityOf({ files }: StoredRelease, file: string): string | undefined {
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
      /** Screen shown there, such as `marketing/Home`. */
      screen: Type.String(),
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
  identity: SiteIdentity,
});
export type PublishedRoutes = Static<typeof PublishedRoutes>;
export type PublishedRoute = PublishedRoutes['routes'][number];

/** Returns the texts of a page: those of its screen, or the name of the site while its remote is not published. */
export function textsOf(
  { screen }: PublishedRoute,
  { identity }: PublishedRoutes,
  releases: ReadonlyMap<string, StoredRelease>,
): ScreenTexts {
  const [app = '', name = ''] = screen.split('/');
  return releases.get(app)?.texts?.[name] ?? { title: identity.name };
}

/** Returns the paths that are prerendered with a remote: those of its screens that all visitors see the same. */
export function prerenderedPaths({ routes }: PublishedRoutes, remote: string): string[] {
  return routes
    .filter(({ isPublic, hasFrame, screen }) => {
      return (isPublic || hasFrame) && screen.startsWith(`${remote}/`);
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
