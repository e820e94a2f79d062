import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { apiCalls } from '@kargo/shared-types/api/api-calls';
import type { PublishedRoutes } from '@kargo/shared-types/releases/published-routes';
import type {
  RemoteRelease,
  ScreenTexts,
  ShellRelease,
  StoredRelease,
} from '@kargo/shared-types/releases/release';
import webpack, { type Compilation, type Compiler, type Module } from 'webpack';
import { git } from './git.ts';
import { namedCalls } from './named-calls.ts';
import { checkoutOf } from './remotes.ts';
import { sharedPackages } from './sharing.ts';

type Options = Pick<StoredRelease, 'app' | 'version' | 'samples' | 'drivers'> & {
  /** The shell's routes, written as `routes.json`. */
  routes?: PublishedRoutes;
};

/** Adds `kargo.json` to a build: facts that the federation plugin's manifest lacks. */
export function kargoFilePlugin({ app, version, routes, ...contents }: Options) {
  return function addKargoFile(compiler: Compiler): void {
    const name = 'kargoFilePlugin';
    const { context } = compiler;
    const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const add = (file: string, content: object) =>
        compilation.emitAsset(
          file,
          new webpack.sources.RawSource(`${JSON.stringify(content, null, 2)}\n`),
        );
      let calls: string[] = [];
      compilation.hooks.finishModules.tap(name, () => {
        const { names, problems } = namedCalls(compilation);
        for (const it of problems) compilation.errors.push(new webpack.WebpackError(it));
        calls = [...new Set([...names].map((name) => apiCalls[name].call))].sort();
      });
      compilation.hooks.processAssets.tapPromise({ name, stage }, async () => {
        // No script imports it, but a development server must notice when it changes.
        if (!routes) compilation.fileDependencies.add(screensFileIn(context));
        if (compilation.errors.length > 0) return;
        const parts = routes
          ? { sharedPackages: sharedPackages(context), sharedScripts: sharedScripts(compilation) }
          : { screens: await readScreenTexts(context), uses: usesOf(compilation) };
        add('kargo.json', {
          app,
          version,
          ...(await origin(context)),
          ...parts,
          ...contents,
          calls,
        });
        if (routes) add('routes.json', routes);
        // It contains the path of the checkout.
        compilation.deleteAsset('mf-stats.json');
      });
    });
  };
}

const screensFileIn = (folder: string) => join(folder, 'src/screens.ts');

/** See `Screens` in shared-runtime. */
type Screens = Record<string, ScreenTexts & { load: unknown }>;

/** Reads the texts of a remote's screens. Sees changes to `screens.ts`, but not to its imports. */
export async function readScreenTexts(folder: string): Promise<Record<string, ScreenTexts>> {
  const file = screensFileIn(folder);
  const { mtimeMs } = await stat(file);
  // Node caches modules by their URLs.
  const { default: screens }: { default: Screens } = await import(
    `${pathToFileURL(file)}?${mtimeMs}`
  );
  return Object.fromEntries(
    Object.entries(screens).map(([name, { load: _, ...texts }]) => [name, texts]),
  );
}

/** Returns information for people, not about the content of the release. */
async function origin(
  folder: string,
): Promise<Pick<StoredRelease, 'owner' | 'commit' | 'builtAt'>> {
  const { author: owner } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { owner, ...(await lastCommit(checkoutOf(folder))), builtAt: new Date().toISOString() };
}

async function lastCommit(root: string): Promise<{ commit?: string }> {
  try {
    const isDirty = (await git(root, 'status', '--porcelain')) !== '';
    return { commit: (await git(root, 'rev-parse', 'HEAD')).trim() + (isDirty ? '-dirty' : '') };
  } catch {
    // There is no Git repository, as in an image.
    return {};
  }
}

/** Returns the scripts of each shared module that is not in the entry. */
function sharedScripts({ modules, chunkGraph }: Compilation): ShellRelease['sharedScripts'] {
  const provided = [...modules].filter(({ type }) => type === 'provide-module');
  const scripts = provided.flatMap((module) => {
    const { _name: request } = module as Module & { _name: string };
    const groups = module.blocks.map((block) => chunkGraph.getBlockChunkGroup(block));
    const files = groups.flatMap((group) => group?.getFiles() ?? []);
    return files.length > 0 ? [[request, files.filter((file) => file.endsWith('.js'))]] : [];
  });
  return Object.fromEntries(scripts);
}

/** Returns the shared modules that each screen needs when it starts. */
function usesOf({ namedChunkGroups, chunkGraph }: Compilation): RemoteRelease['uses'] {
  const exposed = '__federation_expose_';
  const groups = [...namedChunkGroups].filter(([name]) => name.startsWith(exposed));
  const uses = groups.map(([name, { chunks }]) => {
    const consumed = chunks
      .flatMap((chunk) => [...chunkGraph.getChunkModules(chunk)])
      .filter(({ type }) => type === 'consume-shared-module')
      .map((module) => (module as Module & { options: { shareKey: string } }).options.shareKey);
    return [name.slice(exposed.length), consumed.sort()];
  });
  return Object.fromEntries(uses);
}
