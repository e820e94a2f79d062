import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import type { ReleaseName } from '@kargo/shared-types/page/script-loading';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack, { type Compiler, type NormalModuleReplacementPlugin } from 'webpack';
import type { Mode } from './base-configuration.ts';

type FederationOptions = ConstructorParameters<typeof ModuleFederationPlugin>[0] & {
  shared: object;
};

const resolveHere = createRequire(import.meta.url).resolve;

/** Packed files have another ending. */
const runtimeFile = (name: string) =>
  join(import.meta.dirname, '../runtime', name + extname(import.meta.filename));

/** The federation plugin, with the options common to all builds, and what makes its modules' ids portable. */
export function federation({ app, version }: ReleaseName, mode: Mode, options: FederationOptions) {
  const isRemote = options.exposes !== undefined;
  // Leaves out unused parts of the runtime: those for Node, those that read manifests, and those that
  // load remotes, as the shell does itself.
  const optimization = { target: 'web', disableSnapshot: true, disableRemote: true } as const;
  const plugin = new ModuleFederationPlugin({
    name: `kargo_${app}`,
    shareStrategy: 'loaded-first',
    // The page has one runtime: the shell provides it to the remotes.
    experiments: { asyncStartup: true, optimization, externalRuntime: isRemote },
    runtimePlugins: [
      ...(isRemote ? [] : [runtimeFile('provide-runtime-plugin')]),
      [runtimeFile('chunk-loading-plugin'), { app, version }],
    ],
    manifest: false,
    dts: false,
    ...options,
    shared: { ...options.shared, ...(mode === 'development' ? refreshSharing() : {}) },
  });
  return [plugin, portableIdsPlugin, isRemote ? withHostsRuntime() : withoutUnusedParts()];
}

/** Has a remote take the code between webpack and the runtime from the shell, too. */
function withHostsRuntime(): NormalModuleReplacementPlugin {
  return new webpack.NormalModuleReplacementPlugin(
    /webpack-bundler-runtime[/]dist[/](bundler|index)\.js$/,
    runtimeFile('hosts-runtime'),
  );
}

/** Imports within the runtime's packages, by the folder of what imports. */
const unusedParts: readonly [folder: RegExp, name: RegExp][] = [
  [/webpack-bundler-runtime.dist$/, /^@module-federation.runtime$/],
  [/webpack-bundler-runtime.dist$/, /[/](init|getSharedFallbackGetter)\.js$/],
  [/@module-federation.runtime-core/, /[/]context\.js$/],
  [/@module-federation.sdk.dist$/, /[/]logger\.js$/],
  [/@module-federation.error-codes/, /[/]desc\.mjs$/],
];

/** Leaves out other parts of the runtime that the shell does not use and no option removes. */
function withoutUnusedParts(): NormalModuleReplacementPlugin {
  return new webpack.NormalModuleReplacementPlugin(/./, (data) => {
    const { context, request } = data;
    if (unusedParts.some(([folder, name]) => folder.test(context) && name.test(request)))
      data.request = runtimeFile('unused-parts');
  });
}

/** React Refresh only updates a remote's screen if all apps share one React Refresh runtime. */
function refreshSharing() {
  const shared = { singleton: true, eager: true, requiredVersion: false } as const;
  return {
    [resolveHere('react-refresh/runtime')]: { ...shared, shareKey: 'react-refresh/runtime' },
  };
}

/** Modules whose ids in webpack contain the absolute path of the checkout, or a hash of it. */
const portableIds = [
  { name: /^container entry /, id: 'container' },
  { name: /[\\/]\.federation[\\/]entry\.\w+\.js/, id: 'federation' },
];

/** Gives modules of the federation plugin the same id in every checkout: equal sources give equal builds. */
function portableIdsPlugin(compiler: Compiler): void {
  const name = 'portableIdsPlugin';
  compiler.hooks.compilation.tap(name, ({ hooks, chunkGraph }) => {
    hooks.beforeModuleIds.tap(name, (modules) => {
      for (const module of modules) {
        // Concatenated modules are listed but belong to no chunk.
        if (chunkGraph.getNumberOfModuleChunks(module) === 0) continue;
        const portable = portableIds.find(({ name }) => name.test(module.identifier()));
        if (portable) chunkGraph.setModuleId(module, portable.id);
      }
    });
  });
}
