import type { Release } from '@kargo/shared-types/releases/release';
import { developmentVersion, releasePath } from '@kargo/shared-types/releases/release-addresses';
import HtmlPlugin from 'html-webpack-plugin';
import { alonePage } from './alone-page.ts';
import {
  type AppConfiguration,
  baseConfiguration,
  type ConfigurationFactory,
  type Mode,
  versionOf,
} from './base-configuration.ts';
import { deployedSiteProxy } from './deployed-site-proxy.ts';
import { federation } from './federation.ts';
import { nodeBundle } from './node-bundle.ts';
import { releaseFilePlugin } from './release-file-plugin.ts';
import { type Remote, remoteAt } from './remotes.ts';
import { requireSharedVersions } from './require-shared-versions.ts';
import { remoteSharing } from './sharing.ts';

type ReleaseContents = Pick<Release, 'samples' | 'drivers'>;

/**
 * The build of a remote: one exposed module per screen, without the shared modules. With
 * `--env alone` it is a separate page that includes everything. With `--env site=<URL>` its
 * development server shows it inside that site.
 *
 * @param path the folder of its package
 */
export function defineRemote(path: string, contents: ReleaseContents = {}): ConfigurationFactory {
  return async ({ alone, site }, { mode = 'production' }) => {
    const remote = remoteAt(path);
    requireSharedVersions(path);
    if (alone) return aloneBuild(remote);
    if (site) return insideDeployedSite(remote, site);
    const version = await versionOf(remote, mode);
    const browser = browserBuild(remote, mode, version, contents);
    // `<use>` only works with drawings of the page's own origin.
    const publicPath = releasePath(remote.name, version);
    browser.module = { ...browser.module, generator: { 'asset/resource': { publicPath } } };
    if (mode === 'development') return browser;
    const externals = Object.keys(remoteSharing(path));
    return [browser, nodeBundle(remote, 'screens', './src/screens.ts', { version, externals })];
  };
}

function browserBuild(
  remote: Remote,
  mode: Mode,
  version: string,
  contents?: ReleaseContents,
): AppConfiguration {
  const base = baseConfiguration(remote, mode, version);
  return {
    ...base,
    entry: {},
    plugins: [
      ...(base.plugins ?? []),
      ...federation({ app: remote.name, version }, mode, {
        filename:
          version === developmentVersion ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
        exposes: Object.fromEntries(
          remote.screens.map((screen) => [`./${screen}`, `./src/screens/${screen}.tsx`]),
        ),
        shared: remoteSharing(remote.path),
        manifest: true,
      }),
      releaseFilePlugin({ app: remote.name, version, ...contents }),
    ],
  };
}

function aloneBuild(remote: Remote): AppConfiguration {
  const base = baseConfiguration(remote, 'development', 'alone');
  const { KARGO_SITE_URL, KARGO_PORT } = process.env;
  return {
    ...base,
    entry: './src/alone.ts',
    plugins: [...(base.plugins ?? []), new HtmlPlugin({ templateContent: alonePage(remote) })],
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

/**
 * A deployed shell has React's production build, which works with production builds alone: without React Refresh,
 * so the page is reloaded after a change.
 */
function insideDeployedSite(remote: Remote, site: string): AppConfiguration {
  const build = browserBuild(remote, 'production', developmentVersion);
  return {
    ...build,
    devtool: 'cheap-module-source-map',
    optimization: { minimize: false },
    devServer: {
      ...build.devServer,
      hot: false,
      liveReload: true,
      proxy: [deployedSiteProxy(remote, site)],
    },
  };
}
