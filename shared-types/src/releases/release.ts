import { type Static, Type } from 'typebox';
import { JsonSchema } from '../api/json-schema.ts';
import type { RemoteName } from '../page/screens.ts';
import { parseJson } from '../parse-json.ts';
import { releaseFile, signatureFile } from './release-addresses.ts';

/** An app with releases of its own: the shell or a remote. */
export type AppName = RemoteName | 'shell';

export interface ReleaseName {
  app: string;
  version: string;
}

const FileHash = Type.Object({
  /** SHA-384 as base64, which pages name without escaping it. */
  sha384: Type.String({ pattern: '^[\\w+/=]*$' }),
  /** In bytes. */
  size: Type.Integer({ minimum: 0 }),
});
export type FileHash = Static<typeof FileHash>;

const ReleaseFile = Type.Interface([FileHash], {
  /** Compressed variants of the file, by suffix such as `.br`. */
  variants: Type.Optional(Type.Record(Type.String(), FileHash)),
});
export type ReleaseFile = Static<typeof ReleaseFile>;

/** The title of a screen's page, and its description for search engines. */
const ScreenTexts = Type.Object({
  /** For the window, search results and shared links. No two public pages share a title. */
  title: Type.String(),
  /** One or two sentences for search results and shared links, if the page is worth them. */
  description: Type.Optional(Type.String()),
  /** For search engines. `contactEmailPlaceholder` becomes the contact address. */
  questions: Type.Optional(
    Type.Array(Type.Object({ question: Type.String(), answer: Type.String() })),
  ),
});
export type ScreenTexts = Static<typeof ScreenTexts>;

/** What a release expects of a call of the API, as JSON Schemas. */
const ExpectedCall = Type.Object({
  /** The request, see `requestOf`; undefined if another app makes the call. */
  sends: Type.Optional(JsonSchema),
  /** A successful response; undefined if nobody reads it. */
  reads: Type.Optional(JsonSchema),
});

/** Where the shell finds the container with `init` and `get` that a remote's entry creates. */
const Container = Type.Object({
  /** `global`: a script that defines it on `window`. `module`: an ES module that exports it. */
  type: Type.Union([Type.Literal('global'), Type.Literal('module')]),
  /** Its name on `window`: `metaData.globalName` of the manifest. */
  name: Type.String({ pattern: '^[A-Za-z_$][\\w$-]*$' }),
  /** The name on `window` of the list that webpack's and Rspack's scripts add their chunks to. */
  chunkList: Type.Optional(Type.String({ pattern: '^[A-Za-z_$][\\w$.+-]*$' })),
});
export type Container = Static<typeof Container>;

const SampleAnswers = Type.Record(Type.String(), Type.Unknown());

/** In the release of any app. File names are relative to the release's folder. */
const parts = {
  version: Type.String({ pattern: '^[0-9A-Za-z][0-9A-Za-z.+-]*$' }),
  /** The script that starts the app. */
  entry: Type.String(),
  /** The team that owns the app. */
  owner: Type.Optional(Type.String()),
  /** The commit it was built from, followed by `-dirty` if there were uncommitted changes. */
  commit: Type.Optional(Type.String()),
  /** As ISO 8601. */
  builtAt: Type.String(),
  /** Calls such as `GET /verify` that it makes or reads responses of; see `call-schemas.ts`. */
  calls: Type.Record(Type.String(), ExpectedCall),
  /** Sample responses for the smoke test, by call. An `ErrorBody` gets its own status. */
  samples: Type.Optional(SampleAnswers),
  /** The kinds of drivers that the smoke test signs in, each with its own sample responses. */
  drivers: Type.Optional(Type.Record(Type.String(), SampleAnswers, { maxProperties: 20 })),
  /** All files except `release.json` and its signature, by path. */
  files: Type.Record(Type.String(), ReleaseFile),
};

const byName = Type.Record(Type.String(), Type.String());
const filesByName = Type.Record(Type.String(), Type.Array(Type.String()));

export const ShellRelease = Type.Object({
  app: Type.Literal('shell'),
  ...parts,
  /** The shared modules that it provides, with their versions. */
  provides: byName,
  /** The packages that no remote may have a copy of. */
  sharedPackages: Type.Optional(Type.Array(Type.String())),
  /** The scripts of each shared module outside of its entry. */
  sharedScripts: Type.Optional(filesByName),
  /** The screens that it routes to, such as `marketing/Home`. */
  routes: Type.Array(Type.String()),
  /** The routed screens that everybody may see. */
  publicRoutes: Type.Array(Type.String()),
});
export type ShellRelease = Static<typeof ShellRelease>;

export const RemoteRelease = Type.Object({
  /** The name of a folder, and part of addresses. */
  app: Type.String({ pattern: '^(?!shell$)[a-z][a-z0-9-]*$' }),
  ...parts,
  /** By exposed screen: the scripts to fetch early. */
  screens: filesByName,
  /** By exposed screen: its own style sheets. */
  styles: filesByName,
  /** The texts of each exposed screen. */
  texts: Type.Record(Type.String(), ScreenTexts),
  /** The shared modules that the shell has to provide, with ranges of versions. */
  needs: Type.Record(Type.String(), Type.String({ maxLength: 256 }), { maxProperties: 1000 }),
  /** By exposed screen: the shared modules that it needs to start. */
  uses: Type.Optional(filesByName),
  /** The packages that its source maps name, with their versions if known. */
  bundles: byName,
  /** The scripts of its own copies of shared modules, for when the shell lacks these. */
  copies: filesByName,
  /** If built without `defineRemote`, which fixes the names and puts hashes into the entry. */
  container: Type.Optional(Container),
});
export type RemoteRelease = Static<typeof RemoteRelease>;

/** `release.json`, which describes a stored build. */
export type StoredRelease = ShellRelease | RemoteRelease;

/** Releases by app. */
export type Releases = ReadonlyMap<string, StoredRelease>;

export const isShell = (release: StoredRelease): release is ShellRelease => release.app === 'shell';
export const isRemote = (release: StoredRelease): release is RemoteRelease => !isShell(release);

export function shellOf(releases: Releases): ShellRelease | undefined {
  const release = releases.get('shell');
  return release && isShell(release) ? release : undefined;
}

export function remoteOf(releases: Releases, app: string): RemoteRelease | undefined {
  const release = releases.get(app);
  return release && isRemote(release) ? release : undefined;
}

const AnyRelease = Type.Object({ app: Type.String() });

/**
 * Parses `release.json`.
 *
 * @throws an Error that names the source and the first thing wrong with it
 */
export function parseRelease(text: string, source: string): StoredRelease {
  const { app } = parseJson(AnyRelease, text, source);
  const release =
    app === 'shell'
      ? parseJson(ShellRelease, text, source)
      : parseJson(RemoteRelease, text, source);
  const [below] = filesBelowFiles(release);
  if (below === undefined) return release;
  throw new Error(`${source} lists ${JSON.stringify(below)} below another file.`);
}

/** Parses a `release.json` that is not verified; undefined if it is none. */
export function releaseIn(content: object | undefined): StoredRelease | undefined {
  try {
    return parseRelease(String(content), releaseFile);
  } catch {
    return undefined;
  }
}

/** Returns files below other files: a bucket can hold these, a folder (or a copy in one) cannot. */
function filesBelowFiles({ files }: StoredRelease): string[] {
  const listed = Object.entries(files).flatMap(([path, { variants = {} }]) =>
    ['', ...Object.keys(variants)].map((suffix) => path + suffix),
  );
  const all = new Set([releaseFile, signatureFile, ...listed]);
  const foldersOf = (path: string) =>
    [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
  return listed.filter((path) => foldersOf(path).some((folder) => all.has(folder)));
}
