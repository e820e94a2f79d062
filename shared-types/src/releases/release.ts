import { type Static, Type } from 'typebox';
import { JsonSchema } from '../api/json-schema.ts';
import type { RemoteName } from '../page/screens.ts';

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
