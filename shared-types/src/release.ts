import { type Static, Type } from 'typebox';
import { releaseMapKey } from './release-addresses.ts';

/** An app that is published as releases: the shell, or a remote. */
export type AppName = 'shell' | 'marketing' | 'auth' | 'profile';

/**
 * `release.json`, written into a build and published with it. File names are relative to the
 * release's folder.
 */
export const Release = Type.Object({
  /** An `AppName`; it becomes a folder name and part of an address. */
  app: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  version: Type.String({ pattern: '^[0-9A-Za-z][0-9A-Za-z.+-]*$' }),
  /** The script that starts the app: a remote's entry, or the shell's first script. */
  entry: Type.String(),
  /** Per exposed screen, the scripts to fetch early. Empty for the shell. */
  screens: Type.Record(Type.String(), Type.Array(Type.String())),
  /** Shared packages the build needs or provides, with the version (range) it was built against. */
  shared: Type.Record(Type.String(), Type.String()),
  /**
   * Per screen, the questions it answers, for search engines. The texts are those on the screen, but
   * for `contactEmailPlaceholder` where the contact address stands.
   */
  questions: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Array(Type.Object({ question: Type.String(), answer: Type.String() })),
    ),
  ),
});
export type Release = Static<typeof Release>;

/** One place a remote can be loaded from. */
export const ReleaseMapEntry = Type.Object({
  /** Address of the entry script of the current release. */
  url: Type.String(),
  /** Address of the entry script of the last good release before it, if there is one. */
  fallbackUrl: Type.Optional(Type.String()),
  metadata: Type.Object({ version: Type.String() }),
});
export type ReleaseMapEntry = Static<typeof ReleaseMapEntry>;

/**
 * The release map, in the shape of the frontend-discovery schema
 * (https://github.com/awslabs/frontend-discovery). Keys are `kargo/<app>`.
 */
export const ReleaseMap = Type.Object({
  microFrontends: Type.Record(Type.String(), Type.Array(ReleaseMapEntry)),
});
export type ReleaseMap = Static<typeof ReleaseMap>;

/** A release that an app may be loaded from: where its entry script is, and which it is. */
interface ReleaseCandidate {
  url: string;
  version: string;
}

/**
 * What pages are told, in the block `releaseMap` and at `releaseMapPath`: by app what it may be
 * loaded from, the current release first, the last good one before it second.
 */
export type ReleaseCandidates = Partial<Record<string, ReleaseCandidate[]>>;

/** What a stored map says to pages. Of a fallback it holds no more than the address. */
export function candidatesIn({ microFrontends }: ReleaseMap): ReleaseCandidates {
  return Object.fromEntries(
    Object.entries(microFrontends).map(([key, entries]) => [
      key.slice(releaseMapKey('').length),
      entries.flatMap(({ url, fallbackUrl, metadata: { version } }) => [
        { url, version },
        ...(fallbackUrl
          ? [{ url: fallbackUrl, version: fallbackUrl.split('/').at(-2) ?? '' }]
          : []),
      ]),
    ]),
  );
}

/** How the site shows in search results and in links that people share. Paths are at its root. */
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

/** `routes.json`, written into the shell's release: all that the gateway knows of routes. */
export const PublishedRoutes = Type.Object({
  routes: Type.Array(
    Type.Object({
      /** The path as linked; the gateway compares it without regard to case. */
      path: Type.String(),
      /** Route name, such as `Home`. */
      name: Type.String(),
      /** Screen shown there, such as `marketing/Home`; null where the shell itself draws it. */
      screen: Type.Union([Type.String(), Type.Null()]),
      title: Type.String(),
      /** One or two sentences for search results and shared links. */
      description: Type.Optional(Type.String()),
      /** Whether anybody may see the page, so that it can be rendered beforehand. */
      isPublic: Type.Boolean(),
      /** Keeps search engines away; leave it out where the page may be found. */
      robots: Type.Optional(Type.Literal('noindex')),
      /** Keeps the page's address from other sites; leave it out for the usual policy. */
      referrer: Type.Optional(Type.Literal('no-referrer')),
    }),
  ),
  /** Title of the page at every other address. */
  notFoundTitle: Type.String(),
  /** How the site introduces itself elsewhere; a shell of before this was read has none. */
  identity: Type.Optional(SiteIdentity),
});
export type PublishedRoutes = Static<typeof PublishedRoutes>;

/** A page as the shell's Node bundle renders it. */
const PrerenderedPage = Type.Object({
  /** What stands in `#root`. */
  html: Type.String(),
  /** Its styles, as the text of a `<style>`. */
  css: Type.String(),
});
export type PrerenderedPage = Static<typeof PrerenderedPage>;

/** The public pages that one shell shows with one remote, by path; see `prerenderedFile`. */
export const PrerenderedPages = Type.Record(Type.String(), PrerenderedPage);
export type PrerenderedPages = Static<typeof PrerenderedPages>;
