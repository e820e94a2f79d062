import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { ReleaseName } from 'shared-types/script-loading';

type FederationOptions = ConstructorParameters<typeof ModuleFederationPlugin>[0];

const resolveHere = createRequire(import.meta.url).resolve;

const chunkLoading = join(import.meta.dirname, '../runtime/chunk-loading-plugin.ts');

/** The federation plugin, with what all builds have in common. */
export function federation(
  { app, version }: ReleaseName,
  options: FederationOptions,
): ModuleFederationPlugin {
  // Parts of the runtime that are not used are left out: what runs in Node, what reads manifests,
  // and in the remotes, which load no others, what loads a remote.
  const optimization = {
    target: 'web',
    disableSnapshot: true,
    disableRemote: options.exposes !== undefined,
  } as const;
  return new ModuleFederationPlugin({
    shareStrategy: 'loaded-first',
    experiments: { asyncStartup: true, optimization },
    runtimePlugins: [[chunkLoading, { app, version }]],
    manifest: false,
    dts: false,
    ...options,
  });
}

/** React Refresh updates a remote's screen only if all apps share its one runtime. */
export function refreshSharing() {
  const shared = { singleton: true, eager: true, requiredVersion: false } as const;
  return {
    [resolveHere('react-refresh/runtime')]: { ...shared, shareKey: 'react-refresh/runtime' },
  };
}
