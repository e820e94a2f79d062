import type { StoredRelease } from '@kargo/shared-types/releases/release';
import { releasePath } from '@kargo/shared-types/releases/release-addresses';
import HtmlPlugin from 'html-webpack-plugin';
import { alonePage } from './alone-page.ts';
import {
  type AppConfiguration,
  baseConfiguration,
  type ConfigurationFactory,
  versionOf,
} from './base-configuration.ts';
import { federation } from './federation.ts';
import { kargoFilePlugin } from './kargo-file-plugin.ts';
import { nodeBundle } from './node-bundle.ts';
import { type Remote, remoteAt } from './remotes.ts';
import { requireSharedVersions } from './require-shared-versions.ts';
import { remoteSharing } from './sharing.ts';
import { stylesPlugin } from './styles-plugin.ts';

type ReleaseContents = Pick<StoredRelease, 'samples' | 'drivers'>;

/**
 * The build of a remote: one exposed module per screen, without the shared modules. With
 * `--env alone` it is a separate page that includes everything.
 *
 * @param path the folder of its package
 */
export function defineRemote(path: string, contents: ReleaseContents = {}): ConfigurationFactory {
  return async ({ alone }, { mode = 'production' }) => {
    const remote = remoteAt(path);
    requireSharedVersions(path);
    if (alone) return aloneBuild(remote);
    const version = await versionOf(remote, mode);
    const styles = await stylesPlugin(remote, version);
    const base = baseConfiguration(remote, mode, version);
    // `<use>` only works with drawings of the page's own origin.
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

const aloneEntry = `
  import { runAlone } from '@kargo/shared-runtime/alone';
  import screens from './src/screens.ts';
  runAlone(screens);`;

async function aloneBuild(remote: Remote): Promise<AppConfiguration> {
  const base = baseConfiguration(remote, 'development', 'alone');
  const { KARGO_SITE_URL, KARGO_PORT } = process.env;
  return {
    ...base,
    entry: `data:text/javascript,${encodeURIComponent(aloneEntry)}`,
    plugins: [
      ...(base.plugins ?? []),
      await stylesPlugin(remote, 'alone', true),
      new HtmlPlugin({ templateContent: alonePage(remote) }),
    ],
    output: { ...base.output, publicPath: '/' },
    devServer: {
      ...base.devServer,
      historyApiFallback: true,
      // API calls go to a site on this machine, or to KARGO_SITE_URL.
      proxy: [
        {
          context: ['/api'],
          target: KARGO_SITE_URL || `http://localhost:${KARGO_PORT || 3000}`,
          changeOrigin: true,
        },
      ],
    },
  };
}
