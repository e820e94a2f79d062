import { type Static, Type } from 'typebox';
import type { RemoteName } from '../page/screens.ts';
import { releasePath } from './release-addresses.ts';

/** An app that is published as releases: the shell, or a remote. */
export type AppName = 'shell' | RemoteName;

const FileHash = Type.Object({
  /** SHA-384 as base64. */
  sha384: Type.String(),
  /** In bytes. */
  size: Type.Integer({ minimum: 0 }),
});
export type FileHash = Static<typeof FileHash>;

const ReleaseFile = Type.Interface([FileHash], {
  /** The compressed variants beside it, by suffix such as `.br`. */
  variants: Type.Optional(Type.Record(Type.String(), FileHash)),
});
export type ReleaseFile = Static<typeof ReleaseFile>;

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
  /** Whose app it is. */
  owner: Type.Optional(Type.String()),
  /** The commit it was built from, ending in `-dirty` when files had changed since. */
  commit: Type.Optional(Type.String()),
  /** As ISO 8601. */
  builtAt: Type.Optional(Type.String()),
  /** Of a remote: the shared modules that the shell has to provide, with their version ranges. */
  needs: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Of a remote: per exposed screen, the shared modules that it starts with. */
  uses: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  /** Of the shell: the shared modules that it provides, with their versions. */
  provides: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Of the shell: the scripts of each shared module that is not part of its entry. */
  sharedScripts: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  /** Of the shell: the screens that it routes to, such as `marketing/Home`. */
  routes: Type.Optional(Type.Array(Type.String())),
  /** What the API may answer when the screens are tried out, by call such as `GET /verify`. */
  samples: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** Every file but this one, by path. Added when it is published. */
  files: Type.Optional(Type.Record(Type.String(), ReleaseFile)),
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

/** A release that an app may be loaded from: where its entry script is, and which it is. */
interface ReleaseCandidate {
  url: string;
  version: string;
  /** Of the entry script, as for the attribute `integrity`; none while the app is developed. */
  integrity?: string | undefined;
}

/**
 * What pages are told, in the block `releaseMap` and at `releaseMapPath`: by app what it may be
 * loaded from, the current release first, its fallback second.
 */
export type ReleaseCandidates = Partial<Record<string, ReleaseCandidate[]>>;

export const candidateOf = (release: Release): ReleaseCandidate => ({
  url: releasePath(release.app, release.version) + release.entry,
  version: release.version,
  integrity: integrityOf(release, release.entry),
});

/** Of a file of a published release, as for the attribute `integrity`. */
export function integrityOf({ files }: Release, file: string): string | undefined {
  const sha384 = files?.[file]?.sha384;
  return sha384 && `sha384-${sha384}`;
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
      /** Shared modules that the shell itself needs there, beside its entry. */
      uses: Type.Optional(Type.Array(Type.String())),
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
