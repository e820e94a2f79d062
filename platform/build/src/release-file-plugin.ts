import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedRoutes, Release } from '@kargo/shared-types/releases/release';
import webpack, { type Compilation, type Compiler, type Module } from 'webpack';
import { bundledPackages } from './bundled-packages.ts';
import { git } from './git.ts';
import { callSchemas, namedCalls } from './named-calls.ts';
import { readScreenTexts, screensFileIn } from './read-screen-texts.ts';
import { checkoutOf } from './remotes.ts';
import { providedVersions, requiredVersions, sharedPackages } from './sharing.ts';

type Options = Pick<Release, 'app' | 'version' | 'samples' | 'drivers'> & {
  /** The shell's routes, written as `routes.json`. */
  routes?: PublishedRoutes;
};

/** Adds `release.json` to a build: version, entry, shared modules, screens and their texts, calls of the API. */
export function releaseFilePlugin({ app, version, routes, ...contents }: Options) {
  return function addReleaseFile(compiler: Compiler): void {
    const name = 'releaseFilePlugin';
    // The federation plugin adds its manifest in an earlier stage.
    const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const add = (file: string, content: object) =>
        compilation.emitAsset(
          file,
          new webpack.sources.RawSource(`${JSON.stringify(content, null, 2)}\n`),
        );
      let calls: Release['calls'];
      compilation.hooks.finishModules.tap(name, () => {
        const { names, problems } = namedCalls(compilation);
        for (const it of problems) compilation.errors.push(new webpack.WebpackError(it));
        calls = callSchemas(names);
      });
      compilation.hooks.processAssets.tapPromise({ name, stage }, async () => {
        // No script imports it, and a development server has to notice when it changes.
        if (!routes) compilation.fileDependencies.add(screensFileIn(compiler.context));
        if (compilation.errors.length > 0) return;
        const parts = routes ? shellParts(compilation, routes) : remoteParts(compilation);
        add('release.json', {
          app,
          version,
          ...(await origin(compiler.context)),
          ...parts,
          ...contents,
          calls,
          ...(routes ? {} : { texts: await readScreenTexts(compiler.context) }),
        } satisfies Release);
        if (routes) add('routes.json', routes);
      });
    });
  };
}

/** Information for people, which does not describe the content of the release. */
async function origin(folder: string): Promise<Pick<Release, 'owner' | 'commit' | 'builtAt'>> {
  const { author: owner } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { owner, ...(await lastCommit(checkoutOf(folder))), builtAt: new Date().toISOString() };
}

async function lastCommit(root: string): Promise<{ commit?: string }> {
  try {
    const isDirty = (await git(root, 'status', '--porcelain')) !== '';
    return { commit: (await git(root, 'rev-parse', 'HEAD')).trim() + (isDirty ? '-dirty' : '') };
  } catch {
    // There is no Git repository, such as in an image.
    return {};
  }
}

type Parts = Omit<Release, 'app' | 'version'>;

function shellParts(compilation: Compilation, { routes }: PublishedRoutes): Parts {
  const files = compilation.entrypoints.get('main')?.getFiles() ?? [];
  const entry = files.findLast((file) => file.endsWith('.js'));
  if (!entry) throw new Error('The shell has no entry script');
  const screensOf = (some: PublishedRoutes['routes']) => [
    ...new Set(some.map(({ screen }) => screen).filter((screen) => screen !== null)),
  ];
  return {
    entry,
    screens: {},
    provides: providedVersions(compilation.compiler.context),
    sharedPackages: sharedPackages(compilation.compiler.context),
    sharedScripts: sharedScripts(compilation),
    routes: screensOf(routes),
    publicRoutes: screensOf(routes.filter(({ isPublic }) => isPublic)),
  };
}

/** The scripts of each shared module that is not in the entry. */
function sharedScripts({ modules, chunkGraph }: Compilation): Release['sharedScripts'] {
  const provided = [...modules].filter(({ type }) => type === 'provide-module');
  const scripts = provided.flatMap((module) => {
    const { _name: request } = module as Module & { _name: string };
    const groups = module.blocks.map((block) => chunkGraph.getBlockChunkGroup(block));
    const files = groups.flatMap((group) => group?.getFiles() ?? []);
    return files.length > 0 ? [[request, files.filter((file) => file.endsWith('.js'))]] : [];
  });
  return Object.fromEntries(scripts);
}

/** The shared modules that each screen needs at its start. */
function usesOf(
  { namedChunkGroups, chunkGraph }: Compilation,
  { exposes }: FederationManifest,
): Release['uses'] {
  const uses = exposes.map(({ name }) => {
    const chunks = namedChunkGroups.get(`__federation_expose_${name}`)?.chunks ?? [];
    const consumed = chunks
      .flatMap((chunk) => chunkGraph.getChunkModules(chunk))
      .filter(({ type }) => type === 'consume-shared-module')
      .map((module) => (module as Module & { options: { shareKey: string } }).options.shareKey);
    return [name, consumed.sort()];
  });
  return Object.fromEntries(uses);
}

/** The fields of the federation plugin's manifest that are read here. */
interface FederationManifest {
  metaData: { remoteEntry: { name: string } };
  exposes: { name: string; assets: { js: { sync: string[] } } }[];
}

function remoteParts(compilation: Compilation): Parts {
  const asset = compilation.getAsset('mf-manifest.json');
  if (!asset) throw new Error('The federation plugin wrote no mf-manifest.json');
  const manifest: FederationManifest = JSON.parse(asset.source.source().toString());
  return {
    entry: manifest.metaData.remoteEntry.name,
    screens: Object.fromEntries(manifest.exposes.map(({ name, assets }) => [name, assets.js.sync])),
    needs: requiredVersions(compilation.compiler.context),
    bundles: bundledPackages(compilation),
    uses: usesOf(compilation, manifest),
  };
}
