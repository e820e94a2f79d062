import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Compiler } from 'webpack';
import type { Mode } from './base-configuration.ts';

type FederationOptions = ConstructorParameters<typeof ModuleFederationPlugin>[0] & {
  shared: object;
};

const resolveHere = createRequire(import.meta.url).resolve;

/** Packed files have another extension. */
const runtimeFile = (name: string) =>
  join(import.meta.dirname, '../runtime', name + extname(import.meta.filename));

/** Returns the federation plugin with the options of all builds, and the plugins that it needs. */
export function federation(app: string, mode: Mode, options: FederationOptions) {
  const isRemote = options.exposes !== undefined;
  const plugin = new ModuleFederationPlugin({
    name: `kargo_${app}`,
    shareStrategy: 'loaded-first',
    experiments: {
      asyncStartup: true,
      // The shell loads remotes itself.
      optimization: { disableRemote: true },
      // Leaves only webpack's part in a remote's entry. Documented at `provideExternalRuntime`.
      externalRuntime: isRemote,
    },
    runtimePlugins: isRemote ? [] : [runtimeFile('provide-runtime-plugin')],
    dts: false,
    ...options,
    shared: { ...options.shared, ...(mode === 'development' ? refreshSharing() : {}) },
  });
  return [smallRuntimePlugin, plugin, portableIdsPlugin];
}

/** Bundles only the parts of the runtime's package that webpack uses. */
function smallRuntimePlugin({ options: { resolve } }: Compiler): void {
  const runtime = '@module-federation/runtime';
  const small = runtimeFile('small-runtime');
  resolve.alias = { ...resolve.alias, [`${runtime}$`]: small, [`${runtime}/helpers$`]: small };
}

/** React Refresh updates a remote's screen only if all apps share one React Refresh runtime. */
function refreshSharing() {
  const shared = { singleton: true, eager: true, requiredVersion: false } as const;
  return {
    [resolveHere('react-refresh/runtime')]: { ...shared, shareKey: 'react-refresh/runtime' },
  };
}

/** Matches module names with a path or its hash. The groups are the same in every checkout. */
const portableName =
  /^(container) entry |^(provide module .*) = |[\\/]\.(federation)[\\/]entry\.\w+\.js/;

/** Gives the plugin's modules the same ids everywhere, so that equal sources give equal builds. */
function portableIdsPlugin(compiler: Compiler): void {
  const name = 'portableIdsPlugin';
  compiler.hooks.compilation.tap(name, ({ hooks, chunkGraph }) => {
    hooks.beforeModuleIds.tap(name, (modules) => {
      for (const module of modules) {
        // Concatenated modules are listed but belong to no chunk.
        if (chunkGraph.getNumberOfModuleChunks(module) === 0) continue;
        const id = portableName.exec(module.identifier())?.slice(1).find(Boolean);
        if (id) chunkGraph.setModuleId(module, id);
      }
    });
  });
}
