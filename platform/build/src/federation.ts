import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import type { ReleaseName } from '@kargo/shared-types/page/script-loading';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack, { type NormalModuleReplacementPlugin } from 'webpack';

type FederationOptions = ConstructorParameters<typeof ModuleFederationPlugin>[0];

const resolveHere = createRequire(import.meta.url).resolve;

/** Packed files have another ending. */
const runtimeFile = (name: string) =>
  join(import.meta.dirname, '../runtime', name + extname(import.meta.filename));

/** The federation plugin, with the options common to all builds. */
export function federation(
  { app, version }: ReleaseName,
  options: FederationOptions,
): ModuleFederationPlugin {
  const isRemote = options.exposes !== undefined;
  // Leaves out unused parts of the runtime: those for Node, those that read manifests and, in the
  // remotes, those that load remotes.
  const optimization = {
    target: 'web',
    disableSnapshot: true,
    disableRemote: isRemote,
  } as const;
  return new ModuleFederationPlugin({
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
  });
}

/** Leaves out other parts of the runtime that the shell does not use and no option removes. */
export function withoutUnusedParts(): NormalModuleReplacementPlugin {
  return new webpack.NormalModuleReplacementPlugin(
    /[/](snapshot[/]SnapshotHandler|utils[/]preload|dom|remotes|desc)\.m?js$/,
    (data: { context: string; request: string }) => {
      if (data.context.includes('@module-federation')) data.request = runtimeFile('unused-parts');
    },
  );
}

/** React Refresh only updates a remote's screen if all apps share one React Refresh runtime. */
export function refreshSharing() {
  const shared = { singleton: true, eager: true, requiredVersion: false } as const;
  return {
    [resolveHere('react-refresh/runtime')]: { ...shared, shareKey: 'react-refresh/runtime' },
  };
}
