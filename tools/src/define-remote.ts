import HtmlPlugin from 'html-webpack-plugin';
import type { RemoteName } from 'shared-types/screens';
import { alonePage } from './alone-page.ts';
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

/**
 * The build of a remote: one exposed module per screen, nothing shared inside. With `--env alone` it
 * is a page of its own, which holds all that the shell would hand in.
 */
export function defineRemote(name: RemoteName): ConfigurationFactory {
  return async ({ alone }, { mode = 'production' }) => {
    const remote = remotes.find((candidate) => candidate.name === name);
    if (!remote) throw new Error(`tools/src/remotes.ts knows no remote "${name}"`);
    if (alone) return aloneBuild(remote);
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
