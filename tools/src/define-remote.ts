import type { RemoteName } from 'shared-types/screens';
import {
  type AppConfiguration,
  baseConfiguration,
  type ConfigurationFactory,
  type Mode,
  versionOf,
} from './base-configuration.ts';
import { federation, refreshSharing } from './federation.ts';
import { nodeBundle } from './node-bundle.ts';
import { ReleaseFilePlugin } from './release-file-plugin.ts';
import { type Remote, remotes } from './remotes.ts';
import { remoteSharing } from './sharing.ts';

/** The build of a remote: one exposed module per screen, nothing shared inside. */
export function defineRemote(name: RemoteName): ConfigurationFactory {
  return async (_env, { mode = 'production' }) => {
    const remote = remotes.find((candidate) => candidate.name === name);
    if (!remote) throw new Error(`tools/src/remotes.ts knows no remote "${name}"`);
    const browser = await browserBuild(remote, mode);
    if (mode === 'development') return browser;
    const shared = Object.keys(remoteSharing());
    return [browser, nodeBundle(remote, 'screens', './src/screens.ts', shared)];
  };
}

async function browserBuild(remote: Remote, mode: Mode): Promise<AppConfiguration> {
  const development = mode === 'development';
  const version = await versionOf(remote, mode);
  const base = baseConfiguration(remote, mode, version);
  return {
    ...base,
    entry: {},
    plugins: [
      ...(base.plugins ?? []),
      federation({
        name: `kargo_${remote.name}`,
        filename: development ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
        exposes: Object.fromEntries(
          remote.screens.map((screen) => [`./${screen}`, `./src/screens/${screen}.tsx`]),
        ),
        shared: { ...remoteSharing(), ...(development ? refreshSharing() : {}) },
        manifest: true,
      }),
      new ReleaseFilePlugin({ app: remote.name, version }),
    ],
  };
}
