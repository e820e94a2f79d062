import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { largest } from '@kargo/release-log/rules/release-sizes';
import { readStored } from '@kargo/release-log/stores/read-stored';
import { parseJson } from '@kargo/shared-types/parse-json';
import { manifestFile } from '@kargo/shared-types/releases/kargo-file';
import { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';
import {
  type Container,
  parseRelease,
  type StoredRelease,
} from '@kargo/shared-types/releases/release';
import { type Static, Type } from 'typebox';
import { callSchemas } from './call-schemas.ts';
import { readKargoFile } from './read-kargo-file.ts';
import { RefusedError } from './refused-error.ts';

const Files = Type.Object({
  sync: Type.Array(Type.String()),
  async: Type.Array(Type.String()),
});
const Assets = Type.Object({ js: Files, css: Files });

/** The part of `mf-manifest.json` read here; the federation plugins of all bundlers write it. */
const Manifest = Type.Object({
  metaData: Type.Object({
    globalName: Type.String(),
    buildInfo: Type.Object({ buildVersion: Type.String() }),
    remoteEntry: Type.Object({ name: Type.String(), path: Type.String(), type: Type.String() }),
  }),
  shared: Type.Array(
    Type.Object({
      name: Type.String(),
      version: Type.String(),
      requiredVersion: Type.Optional(Type.Union([Type.String(), Type.Literal(false), Type.Null()])),
      assets: Assets,
    }),
  ),
  exposes: Type.Array(Type.Object({ name: Type.String(), assets: Assets })),
});
type Manifest = Static<typeof Manifest>;

interface BuiltFolder {
  from: string;
  /** The hashes of its files, by relative path with `/`, sorted. */
  files: StoredRelease['files'];
}

/**
 * Describes any bundler's build as a release, by `mf-manifest.json`, `kargo.json` and other files.
 *
 * @throws an Error of one sentence when something is missing
 */
export async function describeBuild(build: BuiltFolder): Promise<StoredRelease> {
  const { kargo, text, refuse } = await readKargoFile(build.from);
  const { screens: texts = {}, calls = [], version, ...given } = kargo;
  const file = join(build.from, manifestFile);
  const manifest = parseJson(Manifest, await read(build, manifestFile), file);
  const isShell = kargo.app === 'shell';
  const names = manifest.exposes.map(({ name }) => name);
  const unknown = Object.keys(texts).find((name) => !names.includes(name));
  if (unknown !== undefined)
    refuse(['screens', unknown], `is not exposed by the build, which has ${names.join(', ')}`);
  const release = {
    builtAt: (await stat(file)).mtime.toISOString(),
    ...given,
    calls: callSchemas(calls),
    ...(isShell ? await shellParts(build, manifest) : await remoteParts(build, manifest)),
    ...(isShell ? {} : { texts }),
    ...(version ? { version } : await foreignParts(build, manifest, text)),
    files: build.files,
  };
  return parseRelease(JSON.stringify(release), build.from);
}

const entryOf = ({ remoteEntry: { path, name } }: Manifest['metaData']) => posix.join(path, name);

const read = async ({ from }: BuiltFolder, path: string): Promise<string> =>
  String(await readStored(from, path, largest.file));

async function shellParts(build: BuiltFolder, { shared }: Manifest) {
  const path = 'routes.json';
  const { routes } = parseJson(PublishedRoutes, await read(build, path), join(build.from, path));
  const screensOf = (some: typeof routes) => [...new Set(some.map(({ screen }) => screen))];
  return {
    entry: 'main.js',
    provides: Object.fromEntries(shared.map(({ name, version }) => [name, version])),
    routes: screensOf(routes),
    publicRoutes: screensOf(routes.filter(({ isPublic }) => isPublic)),
  };
}

async function remoteParts(build: BuiltFolder, { metaData, shared, exposes }: Manifest) {
  const copies = byName(shared, ({ js }) => [...js.sync, ...js.async]);
  return {
    entry: entryOf(metaData),
    screens: Object.fromEntries(exposes.map(({ name, assets }) => [name, assets.js.sync])),
    styles: byName(exposes, ({ css }) => css.sync),
    needs: Object.fromEntries(
      shared.map(({ name, requiredVersion }) => [name, requiredVersion || '*']),
    ),
    copies,
    bundles: await bundledPackages(build, new Set(Object.values(copies).flat())),
  };
}

/** Returns the files of each part that has any, by the part's name. */
function byName(
  parts: readonly Manifest['exposes'][number][],
  filesIn: (assets: Static<typeof Assets>) => string[],
): Record<string, string[]> {
  const files = parts.map(({ name, assets }) => [name, filesIn(assets)] as const);
  return Object.fromEntries(files.filter(([, { length }]) => length > 0));
}

/** Has no state that copies would have to share. */
const jsxRuntime = /[/]react[/](cjs[/]react-)?jsx-(dev-)?runtime\b/;

/** Finds the package of a module and, if pnpm installed it, the version. */
const installed =
  /(?:[/]\.pnpm[/][^/]*?@(\d[^/_]*)[^/]*)?[/]node_modules[/]((?:@[^/]+[/])?[^./][^/]*)[/](?!(.*[/])?node_modules[/])/;

/** Returns the packages that the source maps name, with versions where known. */
async function bundledPackages(build: BuiltFolder, copies: ReadonlySet<string>) {
  const packages = new Map<string, string>();
  for (const path of Object.keys(build.files).filter((it) => /\.m?js\.map$/.test(it))) {
    if (copies.has(path.replace(/\.map$/, '')) || path.startsWith('node/')) continue;
    const { sources } = parseJson(SourceMap, await read(build, path), join(build.from, path));
    for (const source of sources) {
      const [, version = '', name = ''] = installed.exec(source) ?? [];
      if (name && !jsxRuntime.test(source)) packages.set(name, version);
    }
  }
  return Object.fromEntries([...packages].sort());
}

const SourceMap = Type.Object({ sources: Type.Array(Type.String()) });

/** Returns what builds without `defineRemote` lack: a version, and where to find the container. */
async function foreignParts(build: BuiltFolder, { metaData }: Manifest, kargo: string) {
  const { globalName: name, remoteEntry, buildInfo } = metaData;
  const isModule = ['module', 'esm'].includes(remoteEntry.type);
  const entry = await read(build, entryOf(metaData));
  const [, chunkList] = (!isModule && chunkListIn.exec(entry)) || [];
  if (!isModule && !chunkList)
    throw new RefusedError(
      `${join(build.from, entryOf(metaData))} creates no global list of chunks, as webpack and Rspack do with output.chunkLoading: 'jsonp'.`,
    );
  const container: Container = { type: isModule ? 'module' : 'global', name };
  const hash = createHash('sha256').update(kargo);
  // Source maps contain the path of the build's folder.
  for (const [path, { sha384 }] of Object.entries(build.files))
    if (!path.endsWith('.map')) hash.update(`${path}\0${sha384}`);
  return {
    container: chunkList ? { ...container, chunkList } : container,
    version: `${buildInfo.buildVersion}-${hash.digest('hex').slice(0, 10)}`,
  };
}

/** Finds `self["webpackChunktracking"] = self["webpackChunktracking"] || []`, even minified. */
const chunkListIn =
  /\b(?:self|globalThis|window)(?:\.|\[["'])([\w$.+-]*?chunk[\w$.+-]*?)(?:["']\])?\s*(?:\|\|=|=[^=;]{1,200}?\|\||=)\s*\[\]/i;
