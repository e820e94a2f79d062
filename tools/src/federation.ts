import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { ReleaseName } from 'shared-types/page/script-loading';
import webpack, { type NormalModuleReplacementPlugin } from 'webpack';

type FederationOptions = ConstructorParameters<typeof ModuleFederationPlugin>[0];

const resolveHere = createRequire(import.meta.url).resolve;

const runtimeFile = (name: string) => join(import.meta.dirname, `../runtime/${name}.ts`);

/** The federation plugin, with what all builds have in common. */
export function federation(
  { app, version }: ReleaseName,
  options: FederationOptions,
): ModuleFederationPlugin {
  const isRemote = options.exposes !== undefined;
  // Parts of the runtime that are not used are left out: what runs in Node, what reads manifests,
  // and in the remotes, which load no others, what loads a remote.
  const optimization = {
    target: 'web',
    disableSnapshot: true,
    disableRemote: isRemote,
  } as const;
  return new ModuleFederationPlugin({
    shareStrategy: 'loaded-first',
    // One runtime for the page: the shell hands it to the remotes.
    experiments: { asyncStartup: true, optimization, externalRuntime: isRemote },
    runtimePlugins: [
      ...(isRemote ? [] : [runtimeFile('provide-runtime-plugin')]),
      [runtimeFile('chunk-loading-plugin'), { app, version }],
    ],
    manifest: false,
    dts: false,
    ...options,
  });
}

/** Leaves out what else of the runtime the shell does not use: it has no option for that. */
export function withoutUnusedParts(): NormalModuleReplacementPlugin {
  return new webpack.NormalModuleReplacementPlugin(
    /[/](snapshot[/]SnapshotHandler|utils[/]preload|dom|remotes)\.js$/,
    (data: { context: string; request: string }) => {
      if (data.context.includes('@module-federation')) data.request = runtimeFile('unused-parts');
    },
  );
}

/** React Refresh updates a remote's screen only if all apps share its one runtime. */
export function refreshSharing() {
  const shared = { singleton: true, eager: true, requiredVersion: false } as const;
  return {
    [resolveHere('react-refresh/runtime')]: { ...shared, shareKey: 'react-refresh/runtime' },
  };
}
