import HtmlPlugin from 'html-webpack-plugin';
import type { Release } from 'shared-types/release';
import type { RemoteName } from 'shared-types/screens';
import { alonePage } from './alone-page.ts';
import {
  type AppConfiguration,
  baseConfiguration,
  type ConfigurationFactory,
  development,
  type Mode,
  versionOf,
} from './base-configuration.ts';
import { deployedSiteProxy } from './deployed-site-proxy.ts';
import { federation, refreshSharing } from './federation.ts';
import { nodeBundle } from './node-bundle.ts';
import { PortableIdsPlugin } from './portable-ids-plugin.ts';
import { ReleaseFilePlugin } from './release-file-plugin.ts';
import { type Remote, remotes } from './remotes.ts';
import { remoteSharing } from './sharing.ts';

/**
 * The build of a remote: one exposed module per screen, nothing shared inside. With `--env alone` it
 * is a page of its own, which holds all that the shell would hand in. With `--env site=<URL>` its
 * development server shows it inside that site.
 *
 * `questions` are published with its release; see there.
 */
export function defineRemote(
  name: RemoteName,
  { questions }: Pick<Release, 'questions'> = {},
): ConfigurationFactory {
  return async ({ alone, site }, { mode = 'production' }) => {
    const remote = remotes.find((candidate) => candidate.name === name);
    if (!remote) throw new Error(`tools/src/remotes.ts knows no remote "${name}"`);
    if (alone) return aloneBuild(remote);
    if (site) return insideDeployedSite(remote, site);
    const browser = browserBuild(remote, mode, await versionOf(remote, mode), questions);
    if (mode === 'development') return browser;
    const shared = Object.keys(remoteSharing());
    return [browser, nodeBundle(remote, 'screens', './src/screens.ts', shared)];
  };
}

function browserBuild(
  remote: Remote,
  mode: Mode,
  version: string,
  questions?: Release['questions'],
): AppConfiguration {
  const base = baseConfiguration(remote, mode, version);
  return {
    ...base,
    entry: {},
    plugins: [
      ...(base.plugins ?? []),
      federation({
        name: `kargo_${remote.name}`,
        filename: version === development ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
        exposes: Object.fromEntries(
          remote.screens.map((screen) => [`./${screen}`, `./src/screens/${screen}.tsx`]),
        ),
        shared: { ...remoteSharing(), ...(mode === 'development' ? refreshSharing() : {}) },
        manifest: true,
      }),
      new PortableIdsPlugin(),
      new ReleaseFilePlugin({ app: remote.name, version, questions }),
    ],
  };
}

function aloneBuild(remote: Remote): AppConfiguration {
  const base = baseConfiguration(remote, 'development', 'alone');
  return {
    ...base,
    entry: './src/alone.ts',
    plugins: [...(base.plugins ?? []), new HtmlPlugin({ templateContent: alonePage(remote) })],
    output: { ...base.output, publicPath: '/' },
    devServer: {
      ...base.devServer,
      historyApiFallback: true,
      // The calls go to the site that runs on this machine, or wherever the variable says.
      proxy: [
        {
          context: ['/api'],
          target: process.env.KARGO_SITE_URL ?? 'http://localhost:3000',
          changeOrigin: true,
        },
      ],
    },
  };
}

/**
 * A deployed shell has React's production build. That works only with remotes built for it, and
 * React Refresh not at all, so the page is loaded again when something changes.
 */
function insideDeployedSite(remote: Remote, site: string): AppConfiguration {
  const build = browserBuild(remote, 'production', development);
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
