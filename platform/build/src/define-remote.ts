import type { StoredRelease } from '@kargo/shared-types/releases/release';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import { aloneBuild } from './alone-build.ts';
import {
  type AppConfiguration,
  baseConfiguration,
  type ConfigurationFactory,
  versionOf,
} from './base-configuration.ts';
import { federation } from './federation.ts';
import { kargoFilePlugin } from './kargo-file-plugin.ts';
import { nodeBundle } from './node-bundle.ts';
import { remoteAt } from './remotes.ts';
import { remoteSharing, requireSharedVersions } from './sharing.ts';
import { stylesPlugin } from './styles-plugin.ts';

type ReleaseContents = Pick<StoredRelease, 'samples' | 'drivers'>;

/**
 * Defines the build of a remote: one exposed module per screen, without the shared modules. With
 * `--env alone` it is a separate page that includes everything.
 *
 * @param path the remote's folder
 */
export function defineRemote(path: string, contents: ReleaseContents = {}): ConfigurationFactory {
  return async ({ alone }, { mode = 'production' }) => {
    const remote = remoteAt(path);
    requireSharedVersions(path);
    if (alone) return aloneBuild(remote);
    const version = await versionOf(remote, mode);
    const styles = await stylesPlugin(remote, version);
    const base = baseConfiguration(remote, mode, version);
    // `<use>` works only with drawings from the page's own origin.
    const publicPath = releasePath(remote.name, version);
    const shared = remoteSharing(path);
    const browser: AppConfiguration = {
      ...base,
      entry: {},
      module: { ...base.module, generator: { 'asset/resource': { publicPath } } },
      plugins: [
        ...(base.plugins ?? []),
        ...federation(remote.name, mode, {
          filename: 'remoteEntry.js',
          exposes: Object.fromEntries(
            remote.screens.map((screen) => [`./${screen}`, `./src/screens/${screen}.tsx`]),
          ),
          shared,
        }),
        styles,
        kargoFilePlugin({ app: remote.name, version, ...contents }),
      ],
    };
    if (mode === 'development') return browser;
    const options = { version, externals: Object.keys(shared), styles };
    return [browser, nodeBundle(remote, 'screens', './src/screens.ts', options)];
  };
}
